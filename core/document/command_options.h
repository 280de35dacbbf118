// SPDX-License-Identifier: MIT
// Commands about the options of attention and the second list of words. Part of apply() in
// command.h.
#pragma once

#include "core/document/command.h"

#include <algorithm>

namespace attn {

/// The document with these options. What is new begins so that it changes as little as possible:
/// biases and positions at 0, a memory of the words themselves, each head with the keys and values
/// that it read before. A block joins the heads by W_O, which begins as the identity and is as wide
/// as X.
Document with_options(Document document, const AttentionOptions& options);

/// Gives each head keys and values of its own, those that it read before.
void share_nothing(Document& document);

/// The words of the memory: Names::Memory.
Result<Document> renamed_in_memory(Document document, const RenameToken& command);
Result<Document> inserted_in_memory(Document document, const InsertToken& command);
Result<Document> removed_from_memory(Document document, const RemoveToken& command);

/// The inputs of options without those of the head, which the loss and what learns forget as well;
/// the others move up.
void forget_options_of(Document& document, Index head);

/// Takes the head away; keys and values that heads share stay.
void forget_head(Document& document, Index head);

/// Makes every part that follows another's shape fit it: inputs of options, W_K and W_V under a
/// memory, W_O in a block, a painted mask.
void fit_options(Document& document);

/// Makes what follows the width of this input as wide as it is now: W_K and W_V that of M, b_1 and
/// W_2 that of W_1. Other inputs have no width of their own.
void fit_width_of(Document& document, Stage input);

/// The numbers of `from` in the rows and columns that both have, 0 elsewhere.
template <class Grid>
Grid fitted(const Grid& from, Index rows, Index columns) {
    Grid result = Grid::Zero(rows, columns);
    const Index r = std::min(rows, from.rows()), c = std::min(columns, from.cols());
    result.topLeftCorner(r, c) = from.topLeftCorner(r, c);
    return result;
}

/// Rows and columns of a matrix that a command changes.
Matrix with_zero_row(const Matrix& matrix, Index at);
Matrix without_row(const Matrix& matrix, Index at);

} // namespace attn
