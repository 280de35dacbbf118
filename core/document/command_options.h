// SPDX-License-Identifier: MIT
// Commands about the options of attention and the second list of words. Part of apply() in
// command.h.
#pragma once

#include "core/document/command.h"

namespace attn {

/// The document with these options. What is new begins so that it changes as little as possible:
/// biases and positions at 0, a memory of the words themselves, each head with the keys and values
/// that it read before.
Document with_options(Document document, const AttentionOptions& options);

/// Gives each head keys and values of its own, those that it read before.
void share_nothing(Document& document);

/// The words of the memory: Names::Memory.
Result<Document> renamed_in_memory(Document document, const RenameToken& command);
Result<Document> inserted_in_memory(Document document, const InsertToken& command);
Result<Document> removed_from_memory(Document document, const RemoveToken& command);

/// The inputs of options without those of the head; the others move up.
void forget_options_of(Document& document, Index head);

/// Takes the head away; keys and values that heads share stay.
void forget_head(Document& document, Index head);

/// Makes every part that follows another's shape fit it: inputs of options, W_K and W_V under a
/// memory, a painted mask.
void fit_options(Document& document);

/// Rows and columns of a matrix that a command changes.
Matrix with_zero_row(const Matrix& matrix, Index at);
Matrix without_row(const Matrix& matrix, Index at);

} // namespace attn
