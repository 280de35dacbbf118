// SPDX-License-Identifier: MIT
#include "core/figure/model_figures.h"

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

} // namespace

const ModelFigures& figures_of(const Document& document) {
    const ModelFigures& found = rows[static_cast<std::size_t>(document.model)];
    assert(found.model == document.model && "the table is in the order of the models");
    return found;
}

Figure canvas(const Document& document, const Trace& trace, const View& view,
              const CanvasOptions& options) {
    return figures_of(document).canvas(document, trace, view, options);
}

Figure query_panel(const Document& document, const Trace& trace, const View& view,
                   const CanvasOptions& options) {
    return figures_of(document).panel(document, trace, view, options);
}

} // namespace attn::figure
