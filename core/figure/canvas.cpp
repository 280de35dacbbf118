// SPDX-License-Identifier: MIT
#include "core/figure/canvas.h"

#include "core/figure/legend.h"
#include "core/figure/matrix_figure.h"
#include "core/figure/model_figures.h"
#include "core/figure/notices.h"
#include "core/figure/rich_text.h"
#include "core/figure/word.h"

#include <algorithm>

namespace attn::figure {
namespace {

/// Sentences about what is not as it should be; they stand at the bottom.
std::vector<std::string> notices(const Document& document, const Trace& trace,
                                 const Contents& contents, const View& view) {
    std::vector<std::string> list;
    const std::vector<bool>& no_key = trace.heads[static_cast<std::size_t>(view.head)].no_key;
    const auto closed = std::count(no_key.begin(), no_key.end(), true);
    if (closed > 0) {
        const auto first = std::find(no_key.begin(), no_key.end(), true) - no_key.begin();
        const std::string name = "“" + contents.words()[static_cast<std::size_t>(first)] + "”";
        const bool is_one = closed == 1;
        const std::string others = is_one ? "" : " and " + std::to_string(closed - 1) + " more";
        list.push_back(document.switches.axis == Axis::Rows
                           ? "– Every key is masked for " + name + others +
                                 (is_one ? ": it gets" : ": they get") +
                                 " no weights and an output of zeros."
                           : "– Every query is masked for the key " + name + others +
                                 ": nobody listens to " + (is_one ? "it." : "them."));
    }
    const bool is_finite = std::all_of(contents.sheets.begin(), contents.sheets.end(),
                                       [](const SheetLook& l) { return l.range.non_finite == 0; });
    if (!is_finite)
        if (const auto origin = first_non_finite(document, trace))
            list.push_back(origin->sentence);
    return list;
}

std::string head_text(const Document& document, const View& view) {
    const Index heads = head_count(document);
    if (heads == 1)
        return "";
    return " · head " + std::to_string(view.head + 1) + " of " + std::to_string(heads);
}

void draw_sections(Drawing& drawing, const CanvasLayout& layout,
                   const std::vector<std::string>& headings) {
    const Lengths& lengths = layout.lengths;
    const float y = 0.58F * lengths.heading_line();
    for (std::size_t i = 0; i < layout.sections.size(); ++i) {
        const Section& section = layout.sections[i];
        if (i > 0)
            draw_line(drawing, {section.x, 0}, {section.x, layout.sections_bottom},
                      drawing.theme.line, drawing.theme.stroke);
        const float left = layout.boxes[i == 0 ? 0 : i == 1 ? 1 : layout.boxes.size() - 1].corner.x;
        const float x =
            i == 2 ? section.x + (layout.boxes[0].corner.x - layout.sections[0].x) : left;
        const float room = section.x + section.width - x - 0.5F * lengths.unit;
        draw_text(
            drawing, {x, y},
            escape(shortened(headings[i], room, Font::Bold, lengths.small_size(), drawing.measure)),
            {Font::Bold, lengths.small_size(), drawing.theme.dim_text});
    }
}

void draw_arrows(Drawing& drawing, const CanvasLayout& layout, bool has_projections) {
    const float unit = layout.lengths.unit;
    for (const std::size_t i : layout.arrows) {
        const SheetBox& from = layout.boxes[i];
        const bool is_projection = has_projections && i < 4;
        const SheetBox& to = layout.boxes[is_projection ? i + 3 : i + 1];
        const float end = to.corner.x - 0.25F * unit;
        const float begin = std::max(from.corner.x + from.width, from.cells.right()) + 0.25F * unit;
        const float length = std::min(1.5F * unit, end - begin);
        const float y =
            std::min(from.cells.y + from.cells.height / 2, to.cells.y + to.cells.height / 2);
        draw_arrow(drawing, {(begin + end - length) / 2, y}, length, drawing.theme.dim_text,
                   std::max(1.0F, 0.09F * unit) * drawing.theme.stroke);
    }
}

} // namespace

Figure attention_canvas(const Document& document, const Trace& trace, const View& asked,
                        const CanvasOptions& options) {
    const View view = within(document, asked);
    const Theme colours = theme(view.theme);
    const Contents shown = contents(document, trace, view, options.kept);
    const std::vector<std::string> sentences = notices(document, trace, shown, view);

    LayoutOptions wanted{options.available, options.text, options.zoom, sentences.size()};
    const CanvasLayout layout = lay_out(shown, wanted, options.measure);

    Figure figure;
    figure.size = layout.size;
    figure.background = colours.background;
    Drawing drawing{figure, colours, options.measure, options.visible};
    const std::string head = head_text(document, view);
    draw_sections(drawing, layout,
                  {"WORDS → EMBEDDINGS",
                   shown.has_projections ? "PROJECTIONS" + head : "NO PROJECTIONS: Q = K = V = X",
                   "ATTENTION" + head});
    make_images(drawing, layout.boxes);
    for (const SheetBox& box : layout.boxes)
        draw_matrix(drawing, box, shown.words(), view);
    draw_arrows(drawing, layout, shown.has_projections);
    draw_legend(drawing, layout, shown, view);

    draw_notices(drawing, sentences, layout.sections_bottom, layout.lengths);
    return figure;
}

} // namespace attn::figure
