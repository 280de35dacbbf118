// SPDX-License-Identifier: MIT
#include "core/figure/plots/sensitivity_figure.h"

#include "core/document/explaining/sensitivity.h"
#include "core/document/model/sheet.h"
#include "core/document/model/sheet_numbers.h"
#include "core/figure/base/text.h"
#include "core/figure/matrix/gradient_look.h"
#include "core/figure/plots/derivation_figure.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace attn::figure {
namespace {

constexpr Real line_step = 0.01; // the change of an input whose effect is stated
constexpr NumberFormat change_format{NumberFormat::Kind::Significant, 2};
constexpr NumberFormat slope_format{NumberFormat::Kind::Significant, 4};

std::string signed_text(Real value, const NumberFormat& format) {
    return (value > 0 ? "+" : "") + number_text(value, format);
}

NumberFormat finer(NumberFormat numbers, int by) {
    if (numbers.kind != NumberFormat::Kind::Fraction)
        numbers.digits += by;
    return numbers;
}

void append_spaced(std::vector<Run>& runs, std::vector<Run> more) {
    more.front().has_space_before = true;
    append(runs, std::move(more));
}

/// Prevents line breaks inside the runs.
void hold_together(std::vector<Run>& runs) {
    for (Run& run : runs)
        run.may_break_before = false;
}

/// The reason why there is no list.
std::string reason(const Document& document, const Sensitivity& sensitivity) {
    if (!sensitivity.has_gradient())
        return sensitivity.why;
    if (std::string why = why_unmoved(document, sensitivity.of); !why.empty())
        return "No input moves this number. " + why;
    return is_given(document, sensitivity.of.sheet)
               ? "This number is an input, so no other number moves it. Select a computed number "
                 "to see what moves it."
               : "No input moves this number: every derivative is 0 here.";
}

/// "= 0.21·0.40 − 0.13·0.25 = 0.05": the terms of a derivative, each a link to its place. Empty if
/// they were not kept.
std::vector<Run> made_of(const Document& document, const Sensitivity& sensitivity,
                         const Place& place, const Theme& theme) {
    if (!sensitivity.pass)
        return {};
    Derivation found = derive_gradient(document, *sensitivity.pass, place);
    for (Term& term : found.terms)
        for (Factor& factor : term.factors)
            factor.place = without_d(factor.place);
    for (Divisor& divisor : found.divisors)
        if (divisor.place)
            divisor.place = without_d(*divisor.place);
    if (found.expression)
        for_each_number(*found.expression,
                        [](Factor& factor) { factor.place = without_d(factor.place); });
    found.place = without_d(found.place);
    std::vector<Run> runs = number_runs(found, {theme, slope_format, 4}, false);
    if (!runs.empty())
        runs.front().has_space_before = true;
    return runs;
}

/// Draws the list line by line.
class List {
public:
    List(Drawing& drawing, const Document& document, const Trace& trace, const View& view,
         const Sensitivity& sensitivity, Rect area, float unit)
        : drawing_(drawing), document_(document), trace_(trace), view_(view),
          sensitivity_(sensitivity), area_(area), unit_(unit) {}

    void draw(float line) {
        for (const InputSlope& one : sensitivity_.strongest)
            names_ = std::max(names_, flow_width(name_of(one), unit_, drawing_.measure));
        const auto count = static_cast<Index>(sensitivity_.strongest.size());
        for (Index at = 0; at < count; ++at) {
            const Rect row{area_.x, area_.y + static_cast<float>(at) * line, area_.width, line};
            draw_one(sensitivity_.strongest[static_cast<std::size_t>(at)], row);
        }
    }

private:
    void draw_one(const InputSlope& one, Rect row) {
        const Theme& theme = drawing_.theme;
        const float padding = 1.1F * unit_, middle = row.y + row.height / 2;
        if (view_.pointed == one.place || view_.selected == one.place)
            drawing_.figure.shapes.emplace_back(
                Box{{row.x + 0.5F * padding, row.y, row.width - padding, row.height},
                    mix(theme.panel_background, theme.accent, 0.14F),
                    transparent,
                    0,
                    3});
        draw_flow(drawing_, name_of(one),
                  {{row.x + padding, row.y, 1e6F, 0}, unit_, row.height, 0, {}});
        const float changes = 5.5F * unit_; // the room for the change at the right
        const float left = std::max(row.x + 0.42F * row.width, row.x + names_ + 2 * padding);
        const float width = row.right() - padding - changes - left;
        if (width > 2 * unit_)
            draw_bar(one.slope, {left, middle - 0.3F * unit_, width, 0.6F * unit_});
        draw_text(drawing_, {row.right() - padding, middle},
                  signed_text(one.slope * line_step, change_format),
                  {Font::Mono, unit_, theme.text, Anchor::Right});
        drawing_.figure.places.push_back({row, one.place});
    }

    /// "X(cat, 2) = 0.58".
    std::vector<Run> name_of(const InputSlope& one) const {
        const Theme& theme = drawing_.theme;
        std::vector<Run> name = number_name_runs(document_, one.place, theme);
        const NumberFormat numbers = format_of(document_, trace_, one.place.sheet, view_.numbers);
        name.push_back({"= " + number_text(value_at(document_, trace_, one.place), numbers),
                        Font::Mono, theme.dim_text, true});
        hold_together(name);
        return name;
    }

    /// Draws a bar from zero in the middle; its length is relative to the largest slope.
    void draw_bar(Real slope, Rect place) {
        const Theme& theme = drawing_.theme;
        const bool is_print = view_.theme == ThemeName::Print;
        const ColourScale scale{
            &table(is_print ? Diverging::Grey : view_.diverging, view_.theme == ThemeName::Dark),
            -1, 1};
        const auto part = static_cast<float>(slope / sensitivity_.most);
        const float zero = place.x + place.width / 2, length = part * place.width / 2;
        drawing_.figure.shapes.emplace_back(
            Box{{std::min(zero, zero + length), place.y, std::abs(length), place.height},
                colour(scale, slope > 0 ? 0.8 : -0.8)});
        draw_line(drawing_, {zero, place.y - 0.2F * unit_}, {zero, place.bottom() + 0.2F * unit_},
                  theme.dim_text, theme.stroke);
    }

    Drawing& drawing_;
    const Document& document_;
    const Trace& trace_;
    const View& view_;
    const Sensitivity& sensitivity_;
    Rect area_;
    float unit_;
    float names_ = 0; // width of the longest name
};

} // namespace

Figure sensitivity_panel(const Document& document, const Trace& trace, const View& view,
                         const Sensitivity& sensitivity, const CanvasOptions& options,
                         float heading_room) {
    const Theme colours = theme(view.theme);
    const float unit = options.text, padding = 1.1F * unit, heading_line = 1.9F * unit;
    Figure figure;
    figure.size = options.available;
    figure.background = colours.panel_background;
    Drawing drawing{figure, colours, options.measure};

    std::vector<Run> heading{{"What moves", Font::Bold, colours.dim_text}};
    append_spaced(heading, number_name_runs(document, sensitivity.of, colours));
    heading.push_back({"= " + number_text(sensitivity.value, finer(view.numbers, 2)), Font::Mono,
                       colours.text, true});
    float size = 0.86F * unit;
    const float room = options.available.width - 2 * padding - heading_room;
    const auto with_unit =
        [&](const char* text) { // says what the list below counts, so it always stands there
            std::vector<Run> whole = heading;
            whole.push_back({text, Font::Sans, colours.dim_text, true});
            return whole;
        };
    if (!sensitivity.strongest.empty()) {
        std::vector<Run> whole = with_unit("· change per +0.01");
        heading = fits_in(flow_width(whole, size, options.measure), room)
                      ? std::move(whole)
                      : with_unit("· per +0.01");
    }
    hold_together(heading);
    const float wide = flow_width(heading, size, options.measure);
    size *= std::clamp(room / std::max(1.0F, wide), 0.7F, 1.0F);
    draw_flow(drawing, heading, {{padding, 0, room, 0}, size, heading_line, 0, {}});

    if (sensitivity.strongest.empty()) {
        const FlowStyle flow{{padding, heading_line, options.available.width - 2 * padding, 0},
                             unit,
                             1.6F * unit,
                             0,
                             {}};
        const float end =
            draw_flow(drawing, sentence_runs(reason(document, sensitivity), colours.text), flow);
        figure.size.height = std::max(figure.size.height, end);
        return figure;
    }
    const auto count = static_cast<float>(sensitivity.strongest.size());
    const float line =
        std::clamp((options.available.height - heading_line) / count, 1.35F * unit, 1.9F * unit);
    List(drawing, document, trace, view, sensitivity, {0, heading_line, options.available.width, 0},
         unit)
        .draw(line);
    figure.size.height = std::max(figure.size.height, heading_line + count * line);
    return figure;
}

Figure sensitivity_line(const Document& document, const Trace& trace, const View& view,
                        const Sensitivity& sensitivity, const CanvasOptions& options,
                        const std::string& cause) {
    const std::optional<Place> place =
        view.pointed && exists(document, *view.pointed) ? view.pointed : std::nullopt;
    const Matrix* const gradient = place ? sensitivity.find(place->sheet) : nullptr;
    if (cause.empty() && place && (!gradient || place == sensitivity.of))
        return derivation_line(document, trace, view, options);
    const Theme colours = theme(view.theme);
    Figure figure;
    figure.size = options.available;
    figure.background = colours.panel_background;
    Drawing drawing{figure, colours, options.measure};
    const float padding = 1.1F * options.text;
    const Real now = value_at(document, trace, sensitivity.of);
    const NumberFormat numbers = finer(compared_format(view.numbers), 2);
    std::vector<Run> runs;
    if (!cause.empty()) {
        runs.push_back({escape(cause), Font::Bold, colours.text});
        runs.push_back({"·", Font::Sans, colours.dim_text, true});
        append_spaced(runs, number_name_runs(document, sensitivity.of, colours));
        if (options.before && exists(options.before->document, sensitivity.of))
            runs.push_back({number_text(value_at(options.before->document, options.before->trace,
                                                 sensitivity.of),
                                        numbers) +
                                " →",
                            Font::Mono, colours.dim_text, true});
        runs.push_back({number_text(now, numbers), Font::Mono, colours.accent_text, true});
    } else if (!sensitivity.has_gradient()) {
        runs = sentence_runs(sensitivity.why, colours.text);
    } else if (gradient) {
        const Real slope = (*gradient)(place->row, place->column);
        runs.push_back({"∂", Font::Sans, colours.text});
        append_spaced(runs, number_name_runs(document, sensitivity.of, colours));
        runs.push_back({"/ ∂", Font::Sans, colours.text, true});
        append_spaced(runs, number_name_runs(document, *place, colours));
        std::vector<Run> change{
            {"· +0.01 there changes it by about", Font::Sans, colours.dim_text, true},
            {signed_text(slope * line_step, change_format), Font::Mono, colours.text, true}};
        std::vector<Run> made = made_of(document, sensitivity, *place, colours);
        // If room is short, terms give way to the result alone, and the change gives way to terms.
        const auto wide = [&](const std::vector<Run>& list) {
            return flow_width(list, options.text, options.measure);
        };
        const float room = 1.2F * (options.available.width - 2 * padding) - wide(runs);
        if (made.empty() || !fits_in(wide(made), room))
            made = {
                {"= " + number_text(slope, slope_format), Font::Mono, colours.accent_text, true}};
        else if (!fits_in(wide(made) + wide(change), room))
            change.clear();
        append(runs, std::move(made));
        append(runs, std::move(change));
    } else {
        const GradientScale scale = gradient_scale(sensitivity, view, options.kept);
        runs = gradient_runs(document, sensitivity.of, colours);
        if (const std::string unit = scale.unit(); !unit.empty())
            runs.push_back({unit, Font::Sans, colours.text, true});
        runs.push_back({"· from " + scale.low + " to " + scale.high +
                            ", 0 in the middle · Enter goes to the strongest, Esc leaves",
                        Font::Sans, colours.dim_text, true});
    }
    hold_together(runs);
    FlowStyle flow{{padding, 0, options.available.width - 2 * padding, 0},
                   0.95F * options.text,
                   options.available.height,
                   0,
                   {}};
    const float width = flow_width(runs, flow.size, options.measure);
    flow.size *= std::clamp(flow.area.width / std::max(1.0F, width), 0.6F, 1.0F);
    draw_flow(drawing, runs, flow);
    return figure;
}

} // namespace attn::figure
