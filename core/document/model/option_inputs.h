// SPDX-License-Identifier: MIT
// The inputs that options need: biases, the memory, positions, the matrices of other scores, the
// sink. One table says when a document has each and how it starts, so that it changes nothing until
// it is edited. Its shape follows from the roles of its rows and columns.
#pragma once

#include "core/document/model/document.h"
#include "core/engine/graph/graph.h"

#include <span>
#include <string>
#include <vector>

namespace attn {

struct OptionInput {
    Stage stage;
    Stage with;                          // the computed stage that reads it
    bool (*also_needs)(const Document&); // an extra condition; null: none
    /// Returns its numbers when it is new.
    Matrix (*beginning)(const Document&, Index head, const Shape& shape);
    /// Whether its number of columns is free: the width of a memory. True for the first layer; the
    /// others follow it.
    bool has_free_columns = false;
    /// Whether the first attention of the first layer keeps it elsewhere in the document.
    bool is_of_later_layers = false;
    /// Whether a document may compute it instead: positions are learned or computed.
    bool is_else_computed = false;

    /// Whether the document has it.
    bool is_asked(const Document& document) const;
};
std::span<const OptionInput> option_inputs();
const OptionInput* find_option_input(Stage stage);
/// Whether the number of columns of this input is free.
bool has_free_columns(const SheetId& sheet);

/// Explain the size: "one row for each word", "one column for each column of X".
std::string why_rows(const Document& document, const SheetId& sheet);
std::string why_columns(const Document& document, const SheetId& sheet);

/// Lists the sheets of all such inputs of the document: layer by layer, in the order of the table,
/// the second attention after the first.
std::vector<SheetId> option_sheets(const Document& document);

/// Fits the option inputs to what the options need, each in its shape: existing numbers stay, added
/// rows and columns are 0, and new inputs start so that they change nothing.
void fit_option_inputs(Document& document);

/// Whether buckets distinguish keys after the query from those before it: true unless the mask is
/// causal.
bool is_both_ways(const Document& document);

/// Whether a single pass over Q, K and V computes the document; else it is computed stage by stage.
bool is_plain(const Document& document);
/// Whether the pass of each head computes everything, also if heads share keys and values; else the
/// document is computed stage by stage.
bool is_of_heads(const Document& document);

/// Says why the loss has nothing to compare; does not check the target's shape.
Result<> validate_loss(const Document& document);

/// Checks the options and their inputs.
Result<> validate_options(const Document& document);

} // namespace attn
