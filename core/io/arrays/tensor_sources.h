// SPDX-License-Identifier: MIT
// Where the inputs of an imported document came from: which part of which tensor, stored how, and
// which tensors were left out. The document's notes hold this as a table for readers, which the
// program reads back to write a changed head into its checkpoint.
#pragma once

#include "core/base/matrix.h"
#include "core/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace attn::io {

struct TensorSource {
    std::string part;                 // the document's input: "W_Q/0"
    std::string tensor;               // its full name in the file
    std::vector<Index> rows, columns; // the tensor's rows and columns as stored; a list is one row
    bool is_transposed = false;       // the input is the transpose of the stored part
    bool is_one_more = false;         // the input is 1 + the stored part
};

struct LeftOut {
    std::string tensor;
    std::string why; // "it makes the MLP, which comes after"
};

struct TensorReport {
    std::string from;                   // the file or folder, for readers
    std::vector<std::string> sentences; // what was done with it
    std::vector<TensorSource> used;
    std::vector<LeftOut> left_out;
};

/// Writes the report as Markdown, for the document's notes.
std::string report_notes(const TensorReport& report);

/// Lists what was taken, one line per tensor: "W_Q/0, W_K/0 from c_attn.weight, as it is stored".
std::vector<std::string> taken_lines(const TensorReport& report);

/// Writes the report for standard error, one line for each sentence and each tensor.
std::string report_lines(const TensorReport& report);

/// Reads the table back from the notes. Callers must check names and numbers against the document
/// and the file. The error says that there is no table, or which line cannot be read.
Result<std::vector<TensorSource>> read_sources(std::string_view notes);

/// Writes 0, 1, 2, 3, 7 as "0:4,7": what parse_indices reads.
std::string indices_text(const std::vector<Index>& list);

/// Returns `count` numbers, starting at `first`.
std::vector<Index> run_of(Index first, Index count);

} // namespace attn::io
