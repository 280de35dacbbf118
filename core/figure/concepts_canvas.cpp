// SPDX-License-Identifier: MIT
#include "core/document/sheet.h"
#include "core/figure/changes.h"
#include "core/figure/concept_map.h"
#include "core/figure/concepts_layout.h"
#include "core/figure/drawing.h"
#include "core/figure/gradient_look.h"
#include "core/figure/matrix_figure.h"
#include "core/figure/model_figures.h"
#include "core/figure/notices.h"
#include "core/figure/rich_text.h"
#include "core/figure/word.h"

#include <algorithm>

namespace attn::figure {
namespace {

std::string quoted(const std::vector<std::string>& names, std::size_t at) {
    return "“" + visible_word(names[at]) + "”";
}

/// Sentences for the bottom about what has no answer.
std::vector<std::string> notices(const Document& document, const ConceptTrace& trace) {
    std::vector<std::string> list;
    const Index count = concept_count(document), rank = trace.svd.rank;
    if (rank == 0)
        list.push_back("– Every rating is 0: there is no concept to find.");
    else if (document.concepts.kept > rank)
        list.push_back("The ratings have rank " + std::to_string(rank) + ", not " +
                       std::to_string(count) + ": from concept " + std::to_string(rank) +
                       " on the singular values are 0.");
    const auto say = [&](const std::vector<bool>& none, const std::string& why) {
        const auto first = std::find(none.begin(), none.end(), true);
        if (first == none.end())
            return;
        const auto others = std::count(first, none.end(), true) - 1;
        list.push_back(
            "– " + quoted(document.concepts.names, static_cast<std::size_t>(first - none.begin())) +
            (others > 0 ? " and " + std::to_string(others) + " more" : "") + why);
    };
    say(trace.no_direction, ": all ratings are 0, so there is no direction to compare.");
    std::vector<bool> only_after = trace.no_concept_direction;
    for (std::size_t at = 0; at < only_after.size(); ++at)
        only_after[at] = only_after[at] && !trace.no_direction[at];
    say(only_after, ": no part lies along the kept concepts, so there is no cosine in them.");
    return list;
}

std::vector<std::string> headings(const Document& document) {
    const std::string k = std::to_string(document.concepts.kept);
    return {"RATINGS → CONCEPTS: X = U s V^{T}",
            "REBUILT FROM THE KEPT k = " + k + " OF " + std::to_string(concept_count(document)),
            "NEW PEOPLE IN THE SAME CONCEPTS"};
}

/// Draws "=" and "·" between the parts of X = U s Vᵀ, and arrows along the new people.
void draw_signs(Drawing& drawing, const ConceptsLayout& layout) {
    const float unit = layout.lengths.unit;
    const auto find = [&](Stage stage) -> const SheetBox* {
        for (const SheetBox& box : layout.boxes)
            if (box.look->id.stage == stage)
                return &box;
        return nullptr;
    };
    const auto before = [&](Stage stage, const char* sign) {
        if (const SheetBox* box = find(stage))
            draw_text(drawing, {box->corner.x - 0.85F * unit, box->corner.y + 0.72F * unit}, sign,
                      {Font::Bold, 1.15F * unit, drawing.theme.dim_text, Anchor::Centre});
    };
    before(Stage::U, "=");
    before(Stage::S, "·");
    before(Stage::Vt, "·");
    before(Stage::Projected, "→");
    before(Stage::Cosine, "→");
    before(Stage::ConceptCosine, "→");
}

/// Draws a line between the kept and the dropped concepts.
void draw_kept(Drawing& drawing, const SheetBox& box) {
    const SheetLook& look = *box.look;
    const Rect& cells = box.cells;
    const float width = std::max(1.5F, 0.11F * box.lengths.unit) * drawing.theme.stroke;
    if (look.kept_columns > 0 && look.kept_columns < look.column_count()) {
        const float x = cells.x + static_cast<float>(look.kept_columns) * box.cell_width();
        draw_line(drawing, {x, cells.y - 0.2F * box.lengths.unit},
                  {x, cells.bottom() + 0.2F * box.lengths.unit}, drawing.theme.accent, width);
    }
    if (look.kept_rows > 0 && look.kept_rows < look.row_count()) {
        const float y = cells.y + static_cast<float>(look.kept_rows) * box.cell_height();
        draw_line(drawing, {cells.x - 0.2F * box.lengths.unit, y},
                  {cells.right() + 0.2F * box.lengths.unit, y}, drawing.theme.accent, width);
    }
}

} // namespace

Figure concepts_canvas(const Document& document, const Trace& trace, const View& asked,
                       const CanvasOptions& options) {
    const View view = within(document, asked);
    const Theme colours = theme(view.theme);
    Contents shown = contents(document, trace, view);
    std::vector<std::string> sentences = notices(document, trace.concepts);
    if (const Sensitivity* const of = options.gradients; of && of->has_gradient())
        show_gradients(shown, document, *of, view);
    else if (of)
        sentences.push_back(of->why);
    else if (options.before)
        compare_with(shown, *options.before);
    const ConceptsLayout layout = lay_out_concepts(
        shown, {options.available, options.text, options.zoom, sentences.size()}, options.measure);

    Figure figure;
    figure.size = layout.size;
    figure.background = colours.background;
    Drawing drawing{figure, colours, options.measure};
    const Lengths& lengths = layout.lengths;
    const std::vector<std::string> titles = headings(document);
    const float left = layout.boxes.front().corner.x;
    for (std::size_t band = 0; band < layout.rows.size(); ++band) {
        if (band == 2 && document.concepts.names.empty())
            continue;
        if (band > 0)
            draw_line(
                drawing, {0, layout.rows[band]},
                {layout.map.x > left ? layout.map.x - lengths.section_padding() : layout.size.width,
                 layout.rows[band]},
                colours.line, colours.stroke);
        draw_text(drawing, {left, layout.rows[band] + 0.62F * lengths.heading_line()}, titles[band],
                  {Font::Bold, lengths.small_size(), colours.dim_text});
    }
    for (const SheetBox& box : layout.boxes) {
        draw_matrix(drawing, box, shown.words(), view);
        draw_kept(drawing, box);
    }
    draw_signs(drawing, layout);
    draw_concept_map(drawing, document, trace, view, layout.map, lengths.unit);
    draw_notices(drawing, sentences, layout.sections_bottom, lengths);
    return figure;
}

} // namespace attn::figure
