// SPDX-License-Identifier: MIT
// Draws the block of a document as one page: at the top the stream of words through the open layer,
// below it cards, each of which adds something to the stream. Every card folds, and opens on the
// canvas.
#pragma once

#include "core/figure/canvas/canvas.h"
#include "core/figure/pages/block_card.h"

#include <vector>

namespace attn::figure {

/// The parts of a card that can be clicked: the fold mark, and the title with what it opens.
struct BlockCardRegion {
    BlockCard card = BlockCard::Words;
    Rect title, fold;
    SheetId opens; // of the document
    bool is_folded = false;
};

struct BlockPage {
    Figure figure;
    std::vector<BlockCardRegion> cards;
};

/// Whether the document has a block to show.
bool has_block_page(const Document& document);

/// Draws the open layer. `options.before` must be a calculation of the whole document as well;
/// `options.kept` must have followed the open attention.
BlockPage block_page(const Document& document, const Trace& trace, const View& view,
                     const FoldedCards& folded, const CanvasOptions& options);

/// Draws the query word's row along the stream for the lower panel: what was there, what each card
/// adds, and the sums.
Figure block_panel(const Document& document, const Trace& trace, const View& view,
                   const CanvasOptions& options);

} // namespace attn::figure
