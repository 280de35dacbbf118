// SPDX-License-Identifier: MIT
// The part of the file format that only documents of concepts have. Only for the .cpp files of
// core/io.
#pragma once

#include "core/document/document.h"
#include "core/io/json_text.h"

namespace attn::io {

/// Reads `rows`, `columns`, `ratings`, `k` and `vectors` into a document whose title and notes are
/// read already; the rest is kept as unknown keys. The `where` of its errors is a key path.
Result<Document> read_concepts(const Json& root, Document document);

} // namespace attn::io
