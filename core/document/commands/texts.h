// SPDX-License-Identifier: MIT
// Other words for a document that looks them up in a table: a model is given a text to read.
#pragma once

#include "core/document/model/document.h"

#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// Splits a text at its blanks into words of the vocabulary. Punctuation before or after a word is
/// taken off if the vocabulary has both apart. The error names a word that it does not have, with
/// the nearest ones.
Result<std::vector<std::string>> words_of_text(const Document& document, std::string_view text);

/// Returns the document with these words instead of its own: nothing else changes, and nothing is
/// covered. Refuses more words than learned positions, and another number of words where a painted
/// mask or given stages have a row for each.
Result<Document> with_words(Document document, const std::vector<std::string>& words);

} // namespace attn
