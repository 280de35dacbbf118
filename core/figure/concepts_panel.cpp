// SPDX-License-Identifier: MIT
#include "core/base/covered.h"
#include "core/document/step.h"
#include "core/figure/drawing.h"
#include "core/figure/model_figures.h"
#include "core/figure/rich_text.h"
#include "core/figure/sheet_look.h"
#include "core/figure/word.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace attn::figure {
namespace {

/// One third of the panel with its heading.
struct SumPart {
    Drawing& drawing;
    Rect area; // below the heading
    float line = 20, unit = 14;

    float size() const { return std::min(0.95F * unit, 0.72F * line); }
    float y(std::size_t at) const { return area.y + (static_cast<float>(at) + 0.5F) * line; }
    std::size_t lines() const {
        return static_cast<std::size_t>(std::max(1.0F, std::floor(area.height / line)));
    }
    void heading(const std::string& text) const {
        draw_text(drawing, {area.x, area.y - 0.8F * unit},
                  escape(shortened(text, area.width, Font::Bold, unit, drawing.measure)),
                  {Font::Bold, unit, drawing.theme.text});
    }
    void write(Point at, const std::string& text, const TextStyle& style, float room) const {
        draw_text(drawing, at,
                  escape(shortened(text, room, style.font, style.size, drawing.measure)), style);
    }
    /// Draws a number that can be pointed at, right-aligned at x.
    void number(float x, float at_y, const std::string& text, const Place& place,
                Colour colour) const {
        draw_text(drawing, {x, at_y}, text, {Font::Mono, size(), colour, Anchor::Right});
        const float width = drawing.measure(text, Font::Mono, size());
        drawing.figure.places.push_back({{x - width - 2, at_y - line / 2, width + 4, line}, place});
    }
    /// Draws a bar for `value` from −1 to 1: from the middle of the room if it is signed, else from
    /// the left. A covered number has no length.
    void bar(Rect room, Real value, bool is_signed, Colour colour) const {
        const float zero = is_signed ? room.x + room.width / 2 : room.x;
        const float whole = is_signed ? room.width / 2 : room.width;
        const auto length =
            is_covered(value) ? 0 : static_cast<float>(std::clamp(value, -1.0, 1.0)) * whole;
        drawing.figure.shapes.emplace_back(
            Box{{std::min(zero, zero + length), room.y, std::abs(length), room.height}, colour});
        draw_line(drawing, {zero, room.y - 1}, {zero, room.bottom() + 1}, drawing.theme.line,
                  drawing.theme.stroke);
    }
};

void draw_more(const SumPart& part, std::size_t at, std::size_t left_out) {
    part.write({part.area.x, part.y(at)}, "and " + std::to_string(left_out) + " more",
               {Font::Sans, part.size(), part.drawing.theme.dim_text}, part.area.width);
}

/// How many of `count` lines to show so that the last line can say how many are hidden.
std::size_t shown_lines(const SumPart& part, std::size_t count) {
    return count <= part.lines() ? count : part.lines() - 1;
}

void draw_shares(const SumPart& part, const Document& document, const ConceptTrace& trace,
                 const NumberFormat& numbers) {
    const Theme& theme = part.drawing.theme;
    const auto count = static_cast<std::size_t>(concept_count(document));
    const std::size_t shown = shown_lines(part, count);
    const float size = part.size(), digit = part.drawing.measure("0", Font::Mono, size);
    const std::string widest = number_text(trace.svd.s(0, 0), numbers);
    const float value_end =
        part.area.x + 2.2F * part.unit + 3 * digit + part.drawing.measure(widest, Font::Mono, size);
    const float percent_end = part.area.right() - 4.4F * part.unit;
    for (std::size_t at = 0; at < shown; ++at) {
        const auto concept_at = static_cast<Index>(at);
        const bool is_kept = concept_at < document.concepts.kept;
        const Colour ink = is_kept ? theme.text : theme.dim_text;
        const float y = part.y(at);
        draw_text(part.drawing, {part.area.x, y}, std::to_string(at),
                  {is_kept ? Font::Bold : Font::Sans, size, ink});
        part.number(value_end, y, number_text(trace.svd.s(0, concept_at), numbers),
                    {{Stage::S}, 0, concept_at}, ink);
        const Rect room{value_end + part.unit, y - 0.28F * part.line,
                        percent_end - 4.2F * digit - value_end - 2 * part.unit, 0.56F * part.line};
        if (room.width > 2 * part.unit)
            part.bar(room, trace.share(0, concept_at), false, is_kept ? theme.accent : theme.line);
        part.number(percent_end, y, trace.no_share[0] ? "–" : percent(trace.share(0, concept_at)),
                    {{Stage::Share}, 0, concept_at}, ink);
        draw_text(part.drawing, {percent_end + 0.6F * part.unit, y}, is_kept ? "kept" : "dropped",
                  {Font::Sans, size, ink});
    }
    if (shown < count)
        draw_more(part, shown, count - shown);
}

void draw_cosines(const SumPart& part, const Document& document, const ConceptTrace& trace,
                  const NumberFormat& numbers) {
    const Theme& theme = part.drawing.theme;
    const std::vector<std::string>& names = document.concepts.names;
    if (names.size() < 2) {
        part.write({part.area.x, part.y(0)}, "Add new people: a cosine needs two.",
                   {Font::Sans, part.size(), theme.dim_text}, part.area.width);
        return;
    }
    const std::size_t count = names.size() * (names.size() - 1) / 2;
    std::size_t shown = shown_lines(part, 2 * count) / 2, at = 0;
    shown = std::max<std::size_t>(1, shown);
    const float size = part.size(), label = std::min(9.5F * part.unit, 0.5F * part.area.width);
    const auto line = [&](Index a, Index b, Stage stage, const Matrix& cosine,
                          const std::vector<bool>& none, const std::string& text) {
        const bool is_defined =
            !none[static_cast<std::size_t>(a)] && !none[static_cast<std::size_t>(b)];
        const float y = part.y(at++);
        part.write({part.area.x, y}, text, {Font::Sans, size, theme.text}, label);
        const float end = part.area.right();
        const float width = 5.5F * part.drawing.measure("0", Font::Mono, size);
        const Rect room{part.area.x + label + 0.5F * part.unit, y - 0.28F * part.line,
                        part.area.width - label - width - part.unit, 0.56F * part.line};
        if (is_defined && room.width > 2 * part.unit)
            part.bar(room, cosine(a, b), true,
                     stage == Stage::Cosine ? theme.dim_text : theme.accent);
        part.number(end, y, is_defined ? number_text(cosine(a, b), numbers) : "–", {{stage}, a, b},
                    theme.text);
    };
    std::size_t pairs = 0;
    for (std::size_t b = 1; b < names.size(); ++b)
        for (std::size_t a = 0; a < b && pairs < shown; ++a, ++pairs) {
            const std::string pair = visible_word(names[a]) + " · " + visible_word(names[b]);
            line(static_cast<Index>(a), static_cast<Index>(b), Stage::Cosine, trace.cosine,
                 trace.no_direction, pair + " before");
            line(static_cast<Index>(a), static_cast<Index>(b), Stage::ConceptCosine,
                 trace.concept_cosine, trace.no_concept_direction, pair + " after");
        }
    if (shown < count && at < part.lines())
        draw_more(part, at, count - shown);
}

/// The range of a row's numbers and 0. Covered numbers do not count.
std::pair<Real, Real> seen_range(const Matrix& matrix, Index row) {
    std::pair<Real, Real> range{0, 0};
    for (Index column = 0; column < matrix.cols(); ++column) {
        range.first = std::min(range.first, matrix(row, column)); // A NaN does not change it.
        range.second = std::max(range.second, matrix(row, column));
    }
    return range;
}

void draw_person(const SumPart& part, const Document& document, const Trace& trace,
                 const View& view) {
    const Theme& theme = part.drawing.theme;
    const auto count = static_cast<std::size_t>(d_model(document));
    const std::size_t shown = shown_lines(part, count);
    const Matrix& given = *document.embeddings;
    const Matrix& rebuilt = trace.concepts.reconstruction;
    const auto [least, largest] = seen_range(given, view.query);
    const auto [least_rebuilt, largest_rebuilt] = seen_range(rebuilt, view.query);
    const Real low = std::min(least, least_rebuilt);
    const Real most = std::max({-low, largest, largest_rebuilt, 1e-300});
    const bool is_signed = low < -0.02 * most;
    const float size = part.size(), digit = part.drawing.measure("0", Font::Mono, size);
    const float label = std::min(8 * part.unit, 0.3F * part.area.width), width = 7 * digit;
    const float first = part.area.x + label + width, second = first + width;
    for (std::size_t at = 0; at < shown; ++at) {
        const auto film = static_cast<Index>(at);
        const float y = part.y(at);
        part.write({part.area.x, y}, visible_word(document.concepts.columns[at]),
                   {Font::Sans, size, theme.text}, label);
        part.number(first, y, number_text(given(view.query, film), view.numbers),
                    {{Stage::X}, view.query, film}, theme.text);
        part.number(second, y, number_text(rebuilt(view.query, film), view.numbers),
                    {{Stage::Reconstruction}, view.query, film}, theme.query_text);
        const float x = second + part.unit, height = 0.26F * part.line;
        if (const float room = part.area.right() - x; room > 3 * part.unit) {
            part.bar({x, y - height, room, height}, given(view.query, film) / most, is_signed,
                     theme.dim_text);
            part.bar({x, y, room, height}, rebuilt(view.query, film) / most, is_signed,
                     theme.query);
        }
    }
    if (shown < count)
        draw_more(part, shown, count - shown);
}

/// Draws the three parts into their areas.
void draw_parts(const std::array<SumPart, 3>& parts, const Document& document, const Trace& trace,
                const View& view) {
    parts[0].heading("Concepts: s and share of the squared ratings");
    draw_shares(parts[0], document, trace.concepts, view.numbers);
    parts[1].heading("Cosine of new people");
    draw_cosines(parts[1], document, trace.concepts, view.numbers);
    const std::string person = visible_word(document.tokens[static_cast<std::size_t>(view.query)]);
    parts[2].heading("“" + person +
                     "”: ratings, and rebuilt from k = " + std::to_string(document.concepts.kept));
    draw_person(parts[2], document, trace, view);
}

/// Draws the parts below each other on a page, each as high as it needs.
void draw_on_page(Drawing& drawing, const Document& document, const Trace& trace, const View& view,
                  float unit) {
    constexpr std::size_t most_lines = 60;
    const std::size_t names = document.concepts.names.size();
    const std::array<std::size_t, 3> wanted{static_cast<std::size_t>(concept_count(document)),
                                            names < 2 ? 1 : names * (names - 1),
                                            static_cast<std::size_t>(d_model(document))};
    const float line = 1.25F * unit, heading = 1.9F * unit, padding = 0.8F * unit;
    float y = 0;
    const auto part = [&](std::size_t at) {
        const float high = static_cast<float>(std::min(wanted[at], most_lines)) * line;
        const Rect area{padding, y + heading, drawing.figure.size.width - 2 * padding,
                        high + 0.01F};
        y += heading + high + 0.5F * line;
        return SumPart{drawing, area, line, unit};
    };
    const std::array<SumPart, 3> parts{part(0), part(1), part(2)};
    draw_parts(parts, document, trace, view);
    drawing.figure.size.height = y;
}

} // namespace

Figure concepts_panel(const Document& document, const Trace& trace, const View& asked,
                      const CanvasOptions& options) {
    const View view = within(document, asked);
    const Theme colours = theme(view.theme);
    const float unit = options.text, width = options.available.width;
    Figure figure;
    figure.size = options.available;
    figure.background = colours.panel_background;
    Drawing drawing{figure, colours, options.measure};
    if (options.available.height <= 0) {
        draw_on_page(drawing, document, trace, view, unit);
        return figure;
    }
    const float heading = 1.9F * unit, padding = 1.1F * unit;
    const float room = options.available.height - heading - 0.4F * unit;
    const std::size_t most =
        static_cast<std::size_t>(std::max({concept_count(document), d_model(document), Index{2}}));
    const float line = std::clamp(room / static_cast<float>(most),
                                  1.25F * std::max(9.0F, 0.8F * unit), 1.8F * unit);
    const std::array<float, 4> edges{0, 0.29F * width, query_panel_split * width, width};
    const auto part = [&](std::size_t at) {
        return SumPart{
            drawing,
            {edges[at] + padding, heading, edges[at + 1] - edges[at] - 2 * padding, room},
            line,
            unit};
    };
    for (std::size_t at = 1; at < 3; ++at)
        draw_line(drawing, {edges[at], 0}, {edges[at], options.available.height}, colours.line,
                  colours.stroke);
    draw_parts({part(0), part(1), part(2)}, document, trace, view);
    return figure;
}

} // namespace attn::figure
