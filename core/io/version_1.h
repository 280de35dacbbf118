// SPDX-License-Identifier: MIT
// Version 1 of the document format, which opens for ever and is not written any more. Everything
// that is known of it stands here: words under `tokens`, X under `embeddings`, a list of `heads`,
// every switch at the top. Only for the .cpp files of core/io.
#pragma once

#include "core/document/document.h"
#include "core/io/document_members.h"

namespace attn::io {

/// The document in the JSON of a file whose `format` and `version` are right; the `where` of its
/// errors is a key path of that file. Of the keys that it does not know, those that mean something
/// in version 2 are kept under "version_1". Those inside heads are kept as {"heads": [{…}, …]}.
Result<Document> read_version_1(Json& root);

/// Where the words are in it.
WordParts word_parts_1(Json& root);

} // namespace attn::io
