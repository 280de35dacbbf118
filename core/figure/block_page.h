// SPDX-License-Identifier: MIT
// The block of a document as one page: above, the stream of words through the open layer, to which
// each card below adds something. Every card folds, and opens on the canvas.
#pragma once

#include "core/figure/block_card.h"
#include "core/figure/canvas.h"

#include <vector>

namespace attn::figure {

/// Where a card can be folded and what its title opens.
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

/// Of the whole document, and the layer that is open. `options.before` is of the whole document as
/// well; `options.kept` has followed the attention that is open.
BlockPage block_page(const Document& document, const Trace& trace, const View& view,
                     const FoldedCards& folded, const CanvasOptions& options);

/// The row of the query word along the stream, for the lower panel: what there was and what each
/// card adds, and their sums.
Figure block_panel(const Document& document, const Trace& trace, const View& view,
                   const CanvasOptions& options);

} // namespace attn::figure
