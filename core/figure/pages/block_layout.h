// SPDX-License-Identifier: MIT
// Places the stream of a block and its cards and sizes their cells. The layout depends on shapes,
// names, the wanted digits and the folded cards, never on the numbers.
#pragma once

#include "core/figure/canvas/canvas.h"
#include "core/figure/canvas/canvas_layout.h"
#include "core/figure/canvas/readable.h"
#include "core/figure/pages/block_plan.h"
#include "core/figure/pages/board.h"

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
    Rect band;   // from the first state to the last, behind both
    Rect legend; // one line, or two
};

// What a layout is found from, and what is found. It is kept from one figure to the next.

/// The kinds of columns, each with one cell width: named by words, dimensions of the model, and
/// hidden dimensions of the MLP.
enum BlockWidth : std::size_t { OfWords, OfDimensions, OfHidden };

struct BlockMatrixShape {
    attn::Shape shape = {};
    BlockWidth kind = OfDimensions;
    bool has_word_rows = false, is_transposed = false;
    bool may_be_one_row = false; // may show only the query word's row

    friend bool operator==(const BlockMatrixShape&, const BlockMatrixShape&) = default;
};

/// A card, a state of the stream above it, or both. Widths of texts are for size 1.
struct BlockColumnShape {
    bool has_card = false, has_state = false;
    BlockCard card = BlockCard::Words;
    bool is_folded = false, adds = false; // its result is added to the stream
    bool has_norm_text = false, has_cut = false, has_curves = false;
    float title = 0, about = 0, state_text = 0;
    BlockMatrixShape state;
    std::vector<BlockMatrixShape> matrices;

    friend bool operator==(const BlockColumnShape&, const BlockColumnShape&) = default;
};

struct BlockShape {
    std::vector<BlockColumnShape> columns;
    Readable readable;
    Size room; // with the zoom
    float text = 14, widest_word = 0;

    friend bool operator==(const BlockShape&, const BlockShape&) = default;
};

/// One way to arrange the page.
struct BlockWish {
    float growth = 1;
    bool has_all_labels = true; // false: only the stream and one card name their rows
    bool is_beside = true;      // X and P are side by side, with the curves below
    bool has_one_row = false;   // matrices that may be one row show only the query word's
    bool scrolls = false;       // leaves room for a scroll bar
};

/// A matrix of a card: the column, and which matrix of its shape.
struct BlockPiece {
    std::size_t column = 0, matrix = 0;
    bool is_lower = false, is_one_row = false;
    bool is_beside = false; // another matrix is to the right of it
};

struct BlockFit {
    BlockWish wish;
    Lengths lengths;
    board::Piece page; // its parts:
    enum Part : std::size_t { Top, Middle, Bottom, Legend };
    std::vector<BlockPiece> pieces; // in the order of their keys
    board::CellSizes cells{{0, 0, 0}, {0, 0}};
};

/// With `options.layouts` the fit is found once for each shape.
BlockLayout lay_out_block(const BlockPlan& plan, BlockContents& shown, const View& view,
                          const FoldedCards& folded, const CanvasOptions& options);

} // namespace attn::figure
