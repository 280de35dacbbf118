// SPDX-License-Identifier: MIT
// A table of words: X is not given, but each of its rows is the row of its word in the table E,
// whose rows are the words of the vocabulary. Documents with options.has_table have one; their
// Document::embeddings is 0 × d_model, so that the width is known without the table.
#pragma once

#include "core/document/model/document.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// The words that a model may say next, one for each column of the logits: the vocabulary, or
/// without a table the words out.
const Words& output_words(const Document& document);
/// The table whose rows the logits are products with: U if the words out have their own, else E.
Stage table_of_logits(const Document& document);

/// Returns the row of the word in the table; empty if it is not in the vocabulary.
std::optional<Index> row_in_table(const Document& document, std::string_view word);
/// Returns for each word of the document its row in the table. Every word must be in the
/// vocabulary.
std::vector<Index> rows_in_table(const Document& document);

/// The words of the vocabulary with the fewest letters to change to get the word, at most `most`,
/// nearest first; the case of ASCII letters does not count. None for a word of over 100 bytes.
std::vector<std::string> nearest_in_vocabulary(const Document& document, std::string_view word,
                                               std::size_t most);
/// Says that the vocabulary lacks the word, and which of its words are near: `the word "fox" is not
/// in the vocabulary, whose nearest words are "box" and "for"`.
std::string not_in_vocabulary(const Document& document, std::string_view word);
/// Checks that the words of the vocabulary differ and that it has every word of the document.
/// Errors say where in a file: "lists.words[3]".
Result<> validate_words(const Document& document);

/// Returns X as the document gives it or looks it up; it must have X.
Matrix embeddings_of(const Document& document);

/// Whether the document may have further_positions.
bool may_have_further_positions(const Document& document);
/// Returns the number of words that learned positions are there for; empty if the document has none
/// or they do not matter.
std::optional<Index> most_positions(const Document& document);
/// Returns all learned positions: P and further_positions. The document must have P.
Matrix all_positions(const Document& document);
/// Shares all learned positions among P, which gets this many rows, and further_positions. Missing
/// rows of P are 0, and zeros at the end do not wait.
void share_positions(Document& document, const Matrix& all, Index words);
/// Checks that further positions have a use and the width of X.
Result<> validate_positions_of_table(const Document& document);

/// Takes the width of the document from its table E.
void take_width_of_table(Document& document);
/// Makes a table of the words and of the words out, where there are some. A word has its first row
/// of X, or its row of E.
void begin_table(Document& document);
/// Gives the looked-up X instead, and the vocabulary as words out.
void end_table(Document& document);

} // namespace attn
