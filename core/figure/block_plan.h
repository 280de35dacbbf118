// SPDX-License-Identifier: MIT
// What the page of a block shows of a document, before anything has a size: the states of the
// stream of the open layer, and between two of them the cards of what is added. It is read from the
// graph, so that the picture is that of the document with its norms before, after or nowhere.
#pragma once

#include "core/document/open_part.h"
#include "core/figure/block_card.h"

#include <optional>
#include <string>
#include <vector>

namespace attn::figure {

/// A stage of one of the attentions of the layer, as that part calls it.
struct BlockStage {
    std::size_t part = 0;
    Stage stage;
};

struct BlockMatrix {
    BlockStage of;
    std::string name; // rich, over the matrix
    /// Where rows are scarce only that of the query word is shown.
    bool may_be_one_row = false;
};

struct BlockCardPlan {
    BlockCard card = BlockCard::Words;
    std::string title; // plain
    std::string about; // rich, below the title
    BlockStage opens;  // on the canvas
    std::vector<BlockMatrix> matrices;
    /// What a norm does to the query word; the row before it and the row after it.
    std::optional<BlockStage> normed_from, normed_to;
    bool is_rms = false;
    /// Where numbers below 0 are cut to 0, the stage after that.
    std::optional<BlockStage> cut;
    bool has_curves = false; // of the positions
};

/// x₀, x₁ …: the words between the cards.
struct BlockState {
    BlockStage of;
    std::string name;    // rich, "x_{1}"
    std::string formula; // rich, "x_{0} + attention"
};

/// From one state to the next.
struct BlockStep {
    std::vector<BlockCardPlan> cards; // from left to right
    std::size_t adds = 0;             // the card whose result is added
    bool has_sum = true;              // and it is added to what was there
    bool norms_sum = false;           // the card after it takes the sum and makes the next state
};

struct BlockPlan {
    std::optional<BlockCardPlan> words;
    std::vector<BlockState> states; // one more than steps
    std::vector<BlockStep> steps;
    std::optional<BlockCardPlan> next_word;
    std::string stream;        // rich, what is said over the band
    std::string before, after; // where the stream comes from and goes to, in other layers
};

/// The attentions of the open layer: the first, and a second one to the memory where there is one.
std::vector<OpenPart> block_parts(const Document& document, const Trace& trace, const View& view);

/// The document has a block, and the parts are its block_parts.
BlockPlan block_plan(const Document& document, const std::vector<OpenPart>& parts,
                     const View& view);

} // namespace attn::figure
