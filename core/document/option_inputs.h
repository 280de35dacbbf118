// SPDX-License-Identifier: MIT
// The inputs that options ask for: biases, the memory, positions, the matrices of other scores, the
// sink. One table says when a document has each and how it begins, so that it changes nothing until
// it is edited; its shape follows from the roles of its rows and columns.
#pragma once

#include "core/document/document.h"
#include "core/engine/graph.h"

#include <span>
#include <string>
#include <vector>

namespace attn {

struct OptionInput {
    Stage stage;
    Stage with;                          // the computed stage that it is there with,
    bool (*also_needs)(const Document&); // which may be there without it; null: which never is
    /// Its numbers where it was not there before.
    Matrix (*beginning)(const Document&, Index head, const Shape& shape);
    /// Whether its number of columns is its own: the width of a memory. Of the first layer; the
    /// others have its widths.
    bool has_free_columns = false;
    /// Whether the first attention of the first layer has it elsewhere in the document.
    bool is_of_later_layers = false;

    /// Whether the document has it.
    bool is_asked(const Document& document) const;
};
std::span<const OptionInput> option_inputs();
const OptionInput* find_option_input(Stage stage);
/// Whether the columns of this input are its own.
bool has_free_columns(const SheetId& sheet);

/// "one row for each word", "one column for each column of X".
std::string why_rows(const Document& document, const SheetId& sheet);
std::string why_columns(const Document& document, const SheetId& sheet);

/// The sheets of every such input of the document: layer by layer, each in the order of the table
/// with its second attention after the first.
std::vector<SheetId> option_sheets(const Document& document);

/// Makes the inputs those that the options ask for, each of its shape: what is there keeps its
/// numbers, what is new in it is 0, and what was not there begins so that it changes nothing.
void fit_option_inputs(Document& document);

/// Whether buckets tell keys after the query from those before it: where the mask is not causal.
bool is_both_ways(const Document& document);

/// Whether the one pass over Q, K and V computes the document; else its stages are computed one by
/// one.
bool is_plain(const Document& document);
/// Whether the pass of each head computes all there is, also where heads share keys and values;
/// else stage after stage is computed.
bool is_of_heads(const Document& document);

/// Why the document has nothing that its loss can compare, without a look at the target's shape.
Result<> validate_loss(const Document& document);

/// What is wrong with the options or an input of theirs.
Result<> validate_options(const Document& document);

} // namespace attn
