// SPDX-License-Identifier: MIT
// Where the inputs of an imported document came from: which part of which tensor, stored how, and
// which tensors were left out. The document's notes hold it as a table that people read, and that
// the program reads back when a changed head is written into its checkpoint.
#pragma once

#include "core/base/matrix.h"
#include "core/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace attn::io {

struct TensorSource {
    std::string part;                 // the input of the document: "W_Q/0"
    std::string tensor;               // its whole name in the file
    std::vector<Index> rows, columns; // of the tensor as it is stored; a list is one row
    bool is_transposed = false;       // the input is the transpose of what is stored
    bool is_one_more = false;         // the input is 1 + what is stored
};

struct LeftOut {
    std::string tensor;
    std::string why; // "it makes the MLP, which comes after"
};

struct TensorReport {
    std::string from;                   // the file or folder, for people
    std::vector<std::string> sentences; // about what was made of it
    std::vector<TensorSource> used;
    std::vector<LeftOut> left_out;
};

/// The report as Markdown, for the notes of the document.
std::string report_notes(const TensorReport& report);

/// What was taken, a line for each tensor: "W_Q/0, W_K/0 from c_attn.weight, as it is stored".
std::vector<std::string> taken_lines(const TensorReport& report);

/// The report as lines for standard error: one for each sentence and each tensor.
std::string report_lines(const TensorReport& report);

/// The table of the notes read back. Whoever uses it checks names and numbers against the document
/// and the file; the error says that there is no table, or which line of it cannot be read.
Result<std::vector<TensorSource>> read_sources(std::string_view notes);

/// "0:4,7" of 0, 1, 2, 3, 7: what parse_indices reads.
std::string indices_text(const std::vector<Index>& list);

/// `count` numbers from `first` on.
std::vector<Index> run_of(Index first, Index count);

} // namespace attn::io
