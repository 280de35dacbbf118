// SPDX-License-Identifier: MIT
// Some of the words of a document that has more than a document can hold.
#pragma once

#include "core/document/document.h"

#include <string_view>

namespace attn::io {

/// How many words the text of a document of attention has, whatever else may be wrong with it.
Result<Index> count_words(std::string_view bytes, std::string_view file_name);

/// The document of the words from `first` on, at most max_tokens of them: their rows of X, and of a
/// painted mask their rows and columns. Errors as read_document's, with the places of the part;
/// embeddings that are drawn have no part.
Result<Document> read_part(std::string_view bytes, std::string_view file_name, Index first);

} // namespace attn::io
