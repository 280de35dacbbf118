// SPDX-License-Identifier: MIT
// Arrays of others to a document: which array is what, and which rows and columns of it are taken.
#pragma once

#include "core/document/document.h"
#include "core/io/arrays.h"
#include "core/io/tensor_sources.h"

#include <optional>
#include <string>
#include <vector>

namespace attn::io {

/// An array among the open files, with a number for each axis before its last two.
struct ArrayChoice {
    std::size_t file = 0;
    std::size_t array = 0;
    std::vector<Index> leading;
    bool is_transposed = false; // stored as nn.Linear does: out × in
    Index part = 0;             // of an array in which Q, K and V stand side by side
    Index parts = 1;            // 3 for such a fused array
};

/// What becomes what. Without X it is the identity: each dimension stands for itself.
struct ImportPlan {
    std::vector<std::string> words; // empty: those of `tokens`, the row names of X, or numbers
    std::optional<ArrayChoice> tokens;
    std::optional<ArrayChoice> x, w_q, w_k, w_v;
    std::vector<Index> rows;       // of X; empty: all
    std::vector<Index> dimensions; // of d_model; empty: all
    Index heads = 1, head = 0;     // the projections hold several heads; this one is taken
    std::vector<Index> d_k, d_v;   // columns within the head; empty: all
};

/// Whether nn.Linear stores tensors of this name, output × input: "q_proj.weight".
bool is_stored_by_linear(std::string_view name);

/// The array of a name: the whole name or its end behind a "." or "/", with "[2]" for axes before
/// the last two. The error lists the names.
Result<ArrayChoice> find_array(const std::vector<ArrayFile>& files, const std::string& name);

/// What the usual names say: X, W_Q, wq, q_proj.weight (transposed), in_proj_weight (fused and
/// transposed), c_attn.weight (fused), wte.weight, tokens.
ImportPlan guessed_plan(const std::vector<ArrayFile>& files);

/// "0:4,7" → 0, 1, 2, 3, 7.
Result<std::vector<Index>> parse_indices(std::string_view text);

struct Imported {
    Document document;   // its notes hold the report
    std::string notes;   // sentences about what was rounded or made up
    TensorReport report; // what was taken from which array, and what was left out
};
/// The document of a plan. Biases that stand beside the weights come along (query.bias beside
/// query.weight); fewer columns of keys than of queries are groups that heads share. The error
/// names the array, its shape and what was expected.
Result<Imported> import_document(const std::vector<ArrayFile>& files, const ImportPlan& plan,
                                 const std::string& title);

} // namespace attn::io
