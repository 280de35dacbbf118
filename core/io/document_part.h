// SPDX-License-Identifier: MIT
// Reads a part of a document that has more words than fit.
#pragma once

#include "core/document/document.h"

#include <string_view>

namespace attn::io {

/// Counts the words of a document of attention, whatever else may be wrong with it.
Result<Index> count_words(std::string_view bytes, std::string_view file_name);

/// Reads the document of the words from `first` on, at most max_tokens: their rows of X, and their
/// rows and columns of a painted mask. Errors as read_document's, with places within the part;
/// drawn embeddings have no part.
Result<Document> read_part(std::string_view bytes, std::string_view file_name, Index first);

} // namespace attn::io
