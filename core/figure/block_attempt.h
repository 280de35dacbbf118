// SPDX-License-Identifier: MIT
// Finds how large the stream and the cards of a block can be for a given size of the titles. Only
// the layout of the page reads it.
#pragma once

#include "core/figure/block_layout.h"

#include <array>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace attn::figure {

/// The kinds of columns, each with one cell width: named by words, dimensions of the model, and
/// hidden dimensions of the MLP.
enum class BlockWidth { Words, Dimensions, Hidden };

class BlockAttempting;

struct BlockAttempt {
    Lengths lengths;
    bool has_all_labels = true; // false: only the stream and one card name their rows
    bool is_beside = true;      // X and P are side by side, with the curves below
    bool has_one_row = false;   // matrices that may be one row show only the query word's
    bool scrolls = false;       // leaves room for a scroll bar
    std::array<float, 3> width{};
    float height = 0;

    float width_of(const SheetLook& look, const BlockAttempting& trying) const;
};

/// A matrix of a card.
struct BlockPiece {
    const BlockMatrix* matrix = nullptr;
    const SheetLook* look = nullptr;
    bool is_lower = false, is_one_row = false;
    bool is_beside = false; // another matrix is to the right of it
    float left = 0;         // offset of its cells from those of the card's first matrix
};

/// A card, a state of the stream above it, or both.
struct BlockColumn {
    const BlockCardPlan* card = nullptr;
    const BlockState* state = nullptr;
    std::optional<std::size_t> step; // the step the card belongs to
    bool adds = false;               // the card's result is added to the stream
};

/// The horizontal positions of all columns.
struct BlockAcross {
    struct Column {
        float x = 0, cells = 0, right = 0, card_right = 0;
        float labels = 0, state_labels = 0; // widths of the row names; 0: no names
    };
    std::vector<Column> columns;
    float width = 0;
};

struct BlockHeights {
    float top = 0, stream = 0, arrows = 0, card_head = 0, name = 0;
    float upper = 0, between = 0, lower = 0, one_row = 0, note = 0;
    float cards = 0, bottom = 0, legend = 0, spare = 0;
};

class BlockAttempting {
public:
    BlockAttempting(const BlockPlan& plan, const BlockContents& shown, const View& view,
                    const FoldedCards& folded, const CanvasOptions& options);

    BlockAttempt best() const;

    const std::vector<BlockColumn>& columns() const { return columns_; }
    bool is_folded(const BlockCardPlan& card) const { return folded_.contains(card.card); }
    /// Whether the legend is a line at the foot. Otherwise it is in a column without a card that
    /// has room for it.
    bool has_legend_line(const BlockAttempt& with) const;
    bool has_place_for_legend(const BlockAttempt& with, const BlockColumn& column) const;
    std::vector<BlockPiece> pieces(const BlockAttempt& with, const BlockCardPlan& card) const;
    /// With `spread`, the gaps share the width that is left.
    BlockAcross across(const BlockAttempt& with, bool spread) const;
    BlockHeights heights(const BlockAttempt& with) const;
    float card_padding(const BlockAttempt& with) const;
    BlockWidth kind_of(const SheetLook& look) const;
    /// The widths of the cells of all matrices on the page.
    std::vector<float> widths(const BlockAttempt& with) const;

    bool has_numbers(float width, float height) const;
    float least_digits() const;
    int characters() const { return characters_; }
    float digit() const { return digit_; }
    float widest_word() const { return widest_word_; }

private:
    BlockAttempt attempt(float growth, bool labels, bool beside, bool one_row,
                         bool scrolls = false) const;
    void fit_widths(BlockAttempt& made) const;
    void fit_height(BlockAttempt& made) const;
    int quality(const BlockAttempt& made) const;
    float width_of(int characters) const;
    float least_width() const { return width_of(characters_); }
    float scarce_width() const;
    float least_height() const { return 1.75F * least_digits(); }
    float label_width(const BlockAttempt& with, const SheetLook& look) const;
    float card_labels(const BlockAttempt& with, const BlockCardPlan& card) const;
    float card_width(const BlockAttempt& with, const BlockCardPlan& card) const;
    float least_card(const BlockAttempt& with, const BlockCardPlan& card) const;
    bool has_few_rows() const;
    float room_width(const BlockAttempt& with) const {
        return room_.width - (with.scrolls ? scroll_bar * text_ : 0);
    }

    const BlockPlan& plan_;
    const BlockContents& shown_;
    const FoldedCards& folded_;
    const CanvasOptions& options_;
    Size room_;
    float text_;
    int characters_;
    float digit_, widest_word_ = 0;
    std::map<const BlockState*, float> texts_of_states_; // widths for unit 1
    struct Texts {
        float title = 0, about = 0; // widths for size 1
    };
    std::map<BlockCard, Texts> texts_;
    std::vector<BlockColumn> columns_;
    /// The kinds of columns on the page with their largest count, the smallest count first.
    std::vector<std::pair<BlockWidth, Index>> kinds_;
    const BlockCardPlan* labelled_ = nullptr; // the card that keeps its labels
};

} // namespace attn::figure
