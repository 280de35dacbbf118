// SPDX-License-Identifier: MIT
// Places the stream of a block and its cards and sizes their cells. The layout depends on shapes,
// names, the wanted digits and the folded cards, never on the numbers.
#pragma once

#include "core/figure/canvas/canvas.h"
#include "core/figure/canvas/canvas_layout.h"
#include "core/figure/pages/block_plan.h"

#include <memory>
#include <optional>
#include <vector>

namespace attn::figure {

/// A matrix of a card or of the stream.
struct BlockBox {
    SheetBox box;
    std::size_t part = 0;
    std::string name; // rich, over its cells
    float name_right = 0;
    const SheetLook* whole = nullptr; // the matrix of which it may be one row
};

struct CardBox {
    const BlockCardPlan* plan = nullptr;
    bool is_folded = false;
    Rect rect, title, fold;
    std::vector<BlockBox> boxes;
    Rect inner; // below the description, inside the paddings
    Rect lower; // below the upper matrices, for a text or curves if no matrix is there
    Rect note;  // the last line
};

struct StateBox {
    const BlockState* plan = nullptr;
    BlockBox matrix;
};

struct BlockLayout {
    Lengths lengths;
    Size size;
    float number_size = 0;
    std::optional<std::size_t> words, next_word; // of the cards
    std::vector<std::vector<std::size_t>> steps; // the cards of each
    std::vector<CardBox> cards;
    std::vector<StateBox> states;
    Rect band; // from the first state to the last, behind both
    Rect legend;
    bool has_legend_line = false;
};

BlockLayout lay_out_block(const BlockPlan& plan, BlockContents& shown, const View& view,
                          const FoldedCards& folded, const CanvasOptions& options);

} // namespace attn::figure
