// SPDX-License-Identifier: MIT
#include "core/figure/derivation_figure.h"

#include "core/document/model.h"
#include "core/document/sheet.h"
#include "core/figure/changes.h"
#include "core/figure/derivation_runs.h"
#include "core/figure/reader_runs.h"
#include "core/figure/rich_text.h"
#include "core/figure/sheet_look.h"
#include "core/figure/word.h"

#include <algorithm>
#include <array>
#include <utility>

namespace attn::figure {
namespace {

constexpr std::array<std::size_t, 8> term_counts{64, 24, 16, 12, 8, 6, 4, 3};

constexpr float paragraph_line = 1.8F; // a paragraph's, in sizes of its text

/// Sizes of text in units, each with the number of terms a sum shows; the best first. A page is as
/// high as all terms need.
std::vector<std::pair<float, std::size_t>> ways_to_fit(bool is_on_page) {
    if (is_on_page)
        return {{1.0F, term_counts[0]}};
    std::vector<std::pair<float, std::size_t>> list{{1.3F, term_counts[0]},
                                                    {1.15F, term_counts[0]}};
    for (const std::size_t most : term_counts)
        list.emplace_back(1.0F, most);
    return list;
}

std::vector<Run> one_line_runs(const Document& document, const Derivation& derivation,
                               const RunStyle& style) {
    std::vector<Run> runs = name_runs(document, derivation.place, style);
    if (derivation.rule == Rule::Given)
        runs.push_back({"given: drag it, or type over it", Font::Sans, style.theme.dim_text, true});
    else
        append(runs, number_runs(derivation, style, false));
    for (Run& run : runs)
        run.place.reset(); // The line disappears when the pointer leaves the cell.
    return runs;
}

/// "given · drag it, or type over it. It is part of Q, K and V of cat": leads on to what reads the
/// number.
std::vector<Run> given_runs(const Document& document, const Trace& trace, const Place& input,
                            const View& view, const RunStyle& style, bool is_picture) {
    std::vector<Run> runs{{"given", Font::Sans, style.theme.text}};
    std::vector<Run> readers = reader_runs(document, trace, input, view, style.theme);
    const std::string by_hand = is_picture ? "·" : "· drag it, or type over it.";
    runs.push_back({by_hand + (readers.empty() ? "" : " It is part of"), Font::Sans,
                    style.theme.dim_text, true});
    append(runs, std::move(readers));
    return runs;
}

/// One paragraph for each step: its label, then its numbers.
std::vector<std::vector<Run>> paragraphs(const Document& document, const Trace& trace,
                                         const std::vector<Derivation>& steps, const View& view,
                                         const RunStyle& style, bool is_picture) {
    std::vector<std::vector<Run>> list;
    for (std::size_t at = 0; at < steps.size(); ++at) {
        const bool is_last = at + 1 == steps.size();
        if (steps[at].rule == Rule::Given) {
            list.push_back(given_runs(document, trace, steps[at].place, view, style, is_picture));
            continue;
        }
        std::vector<Run> runs = label_runs(steps[at], style);
        append(runs, number_runs(steps[at], style, !is_last));
        list.push_back(std::move(runs));
    }
    return list;
}

} // namespace

Figure derivation_line(const Document& document, const Trace& trace, const View& view,
                       const CanvasOptions& options) {
    const Theme colours = theme(view.theme);
    Figure figure;
    figure.size = options.available;
    figure.background = colours.panel_background;
    Drawing drawing{figure, colours, options.measure};
    const float unit = options.text, padding = 1.1F * unit;
    FlowStyle flow{{padding, 0, options.available.width - 2 * padding, 0},
                   0.95F * unit,
                   options.available.height,
                   0,
                   {}};
    const std::optional<Place> place = view.pointed ? view.pointed : view.selected;
    if (!place || !exists(document, *place)) {
        const View inside = within(document, view);
        const std::string rounding =
            rounding_sentence(contents(document, trace, inside, options.kept), inside.query);
        draw_flow(drawing,
                  {{rounding.empty()
                        ? "Point at a number to see what it is made of; click it to follow it back."
                        : escape(shortened(rounding, flow.area.width, Font::Sans, flow.size,
                                           options.measure)),
                    Font::Sans, colours.dim_text}},
                  flow);
        return figure;
    }
    const Derivation derivation = derive(document, trace, *place);
    std::vector<Run> runs;
    for (const std::size_t most : term_counts) {
        runs = one_line_runs(document, derivation, {colours, view.numbers, most});
        if (fits_in(flow_width(runs, flow.size, options.measure), flow.area.width))
            break;
    }
    // Three terms with long numbers may still be too wide: the text shrinks.
    const float width = flow_width(runs, flow.size, options.measure);
    flow.size *= std::clamp(flow.area.width / std::max(1.0F, width), 0.6F, 1.0F);
    if (place->sheet.stage == Stage::Weights) {
        const Contents weights =
            contents(document, trace, within(document, view), Stage::Weights, options.kept);
        std::vector<Run> told = runs;
        told.push_back({rounding_remark(weights, place->row), Font::Sans, colours.dim_text, true});
        if (fits_in(flow_width(told, flow.size, options.measure), flow.area.width))
            runs = std::move(told);
    }
    for (Run& run : runs)
        run.may_break_before = false;
    draw_flow(drawing, runs, flow);
    return figure;
}

namespace {

/// "no weight, output or score changes", in rich text.
std::string unchanged(const Document& document) {
    const auto& results = model_of(document).results;
    std::vector<std::string> nouns;
    for (const Stage stage : results)
        if (has_stage(document, stage))
            nouns.emplace_back(info(stage, document.model).noun);
    std::string text = "no ";
    for (std::size_t at = 0; at < nouns.size(); ++at)
        text += (at == 0 ? "" : at + 1 < nouns.size() ? ", " : " or ") + nouns[at];
    return text + " changes";
}

} // namespace

Figure change_line(const Document& document, const Trace& trace, const View& view,
                   const CanvasOptions& options, const std::string& cause) {
    assert(options.before && "something is compared");
    const Theme colours = theme(view.theme);
    Figure figure;
    figure.size = options.available;
    figure.background = colours.panel_background;
    Drawing drawing{figure, colours, options.measure};
    const float padding = 1.1F * options.text;
    const FlowStyle flow{{padding, 0, options.available.width - 2 * padding, 0},
                         0.95F * options.text,
                         options.available.height,
                         0,
                         {}};
    Contents shown = contents(document, trace, within(document, view), options.kept);
    compare_with(shown, *options.before);
    const std::optional<LargestChange> most = largest_change(shown, document);
    std::vector<Run> runs{{escape(cause), Font::Bold, colours.text}};
    runs.push_back({"   " + (!most ? unchanged(document) : "moves most:"), Font::Sans,
                    colours.dim_text, true});
    if (most) {
        std::vector<Run> name = name_runs(document, most->place, {colours, view.numbers, 1});
        name.front().has_space_before = true;
        runs.insert(runs.end(), name.begin(), name.end());
        runs.push_back({most->numbers, Font::Mono, colours.accent_text, true});
    }
    for (Run& run : runs)
        run.may_break_before = false;
    draw_flow(drawing, runs, flow);
    return figure;
}

Figure derivation_panel(const Document& document, const Trace& trace, const View& view,
                        const CanvasOptions& options, float heading_room) {
    assert(view.selected && exists(document, *view.selected) && "a number is selected");
    const Theme colours = theme(view.theme);
    const float unit = options.text, padding = 1.1F * unit;
    Figure figure;
    figure.size = options.available;
    figure.background = colours.panel_background;
    Drawing drawing{figure, colours, options.measure};

    const std::vector<Derivation> steps = derivation_steps(document, trace, *view.selected);
    RunStyle style{colours, view.numbers, term_counts.front()};
    std::vector<Run> heading = name_runs(document, *view.selected, style);
    const float heading_size = 0.86F * unit;
    std::vector<Run> introduced{{"Where this number comes from ·", Font::Bold, colours.dim_text}};
    append(introduced, heading);
    introduced[1].has_space_before = true;
    const float room = options.available.width - 2 * padding - heading_room;
    if (fits_in(flow_width(introduced, heading_size, options.measure), room))
        heading = introduced;
    for (Run& run : heading)
        run.may_break_before = false;
    const float heading_line = 1.9F * unit;
    draw_flow(drawing, heading, {{padding, 0, room, 0}, heading_size, heading_line, 0, {}});

    FlowStyle flow{{padding, heading_line, options.available.width - 2 * padding, 0},
                   unit,
                   paragraph_line * unit,
                   1.5F * unit,
                   view.pointed};
    std::vector<std::vector<Run>> list;
    // Prefers every term in large letters, then in ordinary ones, then fewer terms.
    for (const auto& [size, most] : ways_to_fit(options.available.height <= 0)) {
        style.most_terms = most;
        flow.size = size * unit;
        flow.line = paragraph_line * flow.size;
        list = paragraphs(document, trace, steps, view, style, options.is_picture);
        std::size_t lines = 0;
        for (const auto& runs : list)
            lines += flow_lines(runs, flow, options.measure);
        if (heading_line + static_cast<float>(lines) * flow.line <= options.available.height)
            break;
    }
    for (const auto& runs : list)
        flow.area.y = draw_flow(drawing, runs, flow);
    figure.size.height = std::max(figure.size.height, flow.area.y);
    return figure;
}

} // namespace attn::figure
