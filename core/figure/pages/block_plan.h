// SPDX-License-Identifier: MIT
// Plans the page of a block before anything has a size: the states of the stream in the open layer,
// and between two states the cards of what is added. The plan is read from the graph, so that it
// matches the document, whether its norms are before, after or absent.
#pragma once

#include "core/document/model/open_part.h"
#include "core/figure/canvas/canvas.h"
#include "core/figure/matrix/sheet_look.h"
#include "core/figure/pages/block_card.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace attn::figure {

/// A stage of one of the layer's attentions, named as in that part.
struct BlockStage {
    std::size_t part = 0;
    Stage stage;
};

struct BlockMatrix {
    BlockStage of;
    std::string name; // rich, over the matrix
    /// Whether only the query word's row is shown if rows are scarce.
    bool may_be_one_row = false;
};

struct BlockCardPlan {
    BlockCard card = BlockCard::Words;
    std::string title; // plain
    std::string about; // rich, below the title
    BlockStage opens;  // on the canvas
    std::vector<BlockMatrix> matrices;
    /// The rows before and after a norm, for the text about what it does to the query word.
    std::optional<BlockStage> normed_from, normed_to;
    bool is_rms = false;
    /// The stage after negative numbers are cut to 0, if the card does that.
    std::optional<BlockStage> cut;
    bool has_curves = false; // of the positions
};

/// x₀, x₁ …: the words between the cards.
struct BlockState {
    BlockStage of;
    std::string name;    // rich, "x_{1}"
    std::string formula; // rich, "x_{0} + attention"
};

/// The step from one state to the next.
struct BlockStep {
    std::vector<BlockCardPlan> cards; // from left to right
    std::size_t adds = 0;             // the index of the card whose result is added
    bool has_sum = true;              // the result is added to the previous state
    bool norms_sum = false; // the next card is a norm that takes the sum and makes the next state
};

struct BlockPlan {
    std::optional<BlockCardPlan> words;
    std::vector<BlockState> states; // one more than steps
    std::vector<BlockStep> steps;
    std::optional<BlockCardPlan> next_word;
    std::string stream;        // rich, written over the band
    std::string before, after; // where the stream comes from and goes to, in other layers
};

/// The attentions of the open layer: the first, and a second one to the memory if there is one.
std::vector<OpenPart> block_parts(const Document& document, const Trace& trace, const View& view);

/// Plans the page. The document must have a block, and `parts` must come from block_parts().
BlockPlan block_plan(const Document& document, const std::vector<OpenPart>& parts,
                     const View& view);

// The matrices of the open layer of a block as its page and its panel show them.

/// The looks of every attention of the layer. It must outlive the figure's drawing.
///
/// Matrices that are compared share one range of colours, so that large numbers make no others
/// pale: inputs, the stream with all that is added to it, what norms give, what an MLP hides, and
/// weights.
struct BlockContents {
    std::vector<OpenPart> parts;
    std::vector<View> views; // of the parts
    std::vector<Contents> contents;
    std::vector<std::unique_ptr<Calculation>> before;
    std::vector<std::unique_ptr<SheetLook>> rows; // looks of one row
    /// A look of each range on the page, by the stage that has this range in a legend.
    std::map<Stage, const SheetLook*> ranges;

    /// The look of the stage, or of the stage before it while both have the same numbers.
    const SheetLook* look(const BlockStage& of) const;
    /// The look of the query word's row alone, as it is drawn.
    const SheetLook* query_row(const BlockStage& of);
};

/// The plan and the contents of the open layer. `options` are those of block_page().
struct BlockShown {
    BlockPlan plan;
    BlockContents contents;
};
BlockShown block_shown(const Document& document, const Trace& trace, const View& view,
                       const CanvasOptions& options);

} // namespace attn::figure
