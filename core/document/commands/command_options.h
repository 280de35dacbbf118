// SPDX-License-Identifier: MIT
// Commands for the options of attention and the second list of words. Part of apply() in command.h.
#pragma once

#include "core/document/commands/command.h"
#include "core/document/model/document.h"

#include <algorithm>
#include <functional>
#include <vector>

namespace attn {

/// Returns the document with these options. New inputs start so that they change as little as
/// possible: biases and positions at 0, a memory of the words themselves, each head with the keys
/// and values it read before. A block joins the heads by W_O, which starts as the identity and is
/// as wide as X.
Document with_options(Document document, const AttentionOptions& options);

/// Gives each head its own copy of the keys and values it reads.
void share_nothing(Document& document);

/// Renames a word of the memory: Names::Memory.
Result<Document> renamed_in_memory(Document document, const RenameToken& command);
Result<Document> inserted_in_memory(Document document, const InsertToken& command);
Result<Document> removed_from_memory(Document document, const RemoveToken& command);

/// Removes the option inputs of a head, also from the loss and from what learns; later heads move
/// up.
void forget_options_of(Document& document, Index head);

/// Changes the lines of given stages, positions and the bias of scores that stand for the words of
/// this list, tokens or memory. `change` gets a matrix whose rows are these words.
void change_lines_of_given(Document& document, Names of,
                           const std::function<Matrix(const Matrix&)>& change);

/// Removes the head; keys and values that heads share stay.
void forget_head(Document& document, Index head);

/// Fits every part whose shape depends on another: inputs of options, W_K and W_V under a memory,
/// W_O in a block, a painted mask.
void fit_options(Document& document);

/// Fits what depends on the width of this input: W_K and W_V on the width of M, b_1 and W_2 on that
/// of W_1. Other inputs have no width of their own.
void fit_width_of(Document& document, Stage input);

/// Copies the numbers of `from` in the rows and columns that both have; 0 elsewhere.
template <class Grid>
Grid fitted(const Grid& from, Index rows, Index columns) {
    Grid result = Grid::Zero(rows, columns);
    const Index r = std::min(rows, from.rows()), c = std::min(columns, from.cols());
    result.topLeftCorner(r, c) = from.topLeftCorner(r, c);
    return result;
}

/// Insert, remove or reorder rows and columns of a matrix for a command.
Matrix with_zero_row(const Matrix& matrix, Index at);
Matrix without_row(const Matrix& matrix, Index at);

// Keeps W_O in step with the heads it joins: each head has its rows of W_O. Part of apply() in
// command.h.

/// Joins the heads in this way. W_O starts d_model wide (Vaswani et al. 2017, section 3.2.2) and
/// hands the joined heads on.
Document joined_by(Document document, Join join);
/// A matrix that hands column r of the joined heads on to column r mod `columns`, by a 1 in each
/// row. The identity if it is square.
Matrix handing_on(Index rows, Index columns);

/// Returns the width of every head's values; call it before a command changes heads.
std::vector<Index> value_widths(const Document& document);
/// Fits W_O to the present heads. The rows of each head keep their numbers; new rows are 0.
/// `before`: the widths that the present W_O was made for.
void fit_join(Document& document, const std::vector<Index>& before);
/// Makes a head of identity matrices.
HeadWeights identity_head(Index model, Index query_key, Index value);
/// Appends such a head, as wide as the first. If heads share keys and values, it reads the last
/// group's.
Document with_head(Document document);
/// Removes the rows of W_O that belong to a head about to be removed.
void forget_rows_of(Document& document, Index head);

} // namespace attn
