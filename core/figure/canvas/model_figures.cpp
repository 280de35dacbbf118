// SPDX-License-Identifier: MIT
#include "core/figure/canvas/model_figures.h"

#include <array>
#include <cassert>

namespace attn::figure {
namespace {

/// In the order of the models.
constexpr std::array rows = {
    ModelFigures{Model::Attention, attention_canvas, attention_panel,
                 "The query word: its scores, weights and output", token_count, 0.3F, 18, false},
    ModelFigures{Model::Concepts, concepts_canvas, concepts_panel,
                 "Shares, cosines and one person's ratings", d_model, 0.2F, 11.5F, true}};

/// Draws the open part of a document that has several. Drops `kept` and `before`, which belong to
/// the whole.
Figure of_open_part(decltype(ModelFigures::canvas) draw, const Document& document,
                    const Trace& trace, const View& view, CanvasOptions options) {
    if (!has_parts(document))
        return draw(document, trace, view, options);
    options.kept = nullptr;
    options.before = nullptr;
    const OpenPart part(document, trace, view);
    options.part = &part;
    return in_whole(draw(part.document(), part.trace(), part.view(view), options), part);
}

} // namespace

Figure in_whole(Figure figure, const OpenPart& part) {
    if (!has_parts(part.whole()))
        return figure;
    for (GridRegion& grid : figure.grids)
        grid.sheet = part.in_whole(grid.sheet);
    for (LabelRegion& label : figure.labels)
        label.sheet = part.in_whole(label.sheet);
    for (PlaceRegion& place : figure.places)
        place.place.sheet = part.in_whole(place.place.sheet);
    for (TitleRegion& title : figure.titles)
        title.sheet = part.in_whole(title.sheet);
    for (GivenRegion& given : figure.given)
        given.sheet = part.in_whole(given.sheet);
    return figure;
}

Figure draw_part(const Document& document, const Trace& trace, const View& view, Index part,
                 const PartDrawer& draw) {
    View opened = view;
    open_part(document, part, opened);
    const OpenPart open(document, trace, opened);
    return in_whole(draw(open.document(), open.trace(), open.view(opened)), open);
}

const ModelFigures& figures_of(const Document& document) {
    const ModelFigures& found = rows[static_cast<std::size_t>(document.model)];
    assert(found.model == document.model && "the table is in the order of the models");
    return found;
}

Figure canvas(const Document& document, const Trace& trace, const View& view,
              const CanvasOptions& options) {
    return of_open_part(figures_of(document).canvas, document, trace, view, options);
}

Figure query_panel(const Document& document, const Trace& trace, const View& view,
                   const CanvasOptions& options) {
    return of_open_part(figures_of(document).panel, document, trace, view, options);
}

} // namespace attn::figure
