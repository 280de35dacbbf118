// SPDX-License-Identifier: MIT
// Commands that only documents of ratings have: films, new vectors and the number of kept concepts.
// Part of apply() in command.h.
#pragma once

#include "core/document/command.h"

namespace attn {

/// Checks that documents of this kind know the command; the error says why they do not.
Result<> fits_kind(const Document& document, const Command& command);

/// Renames a film or a new vector: Names::Columns and Names::Vectors.
Result<Document> renamed(Document document, const RenameToken& command);
Result<Document> inserted(Document document, const InsertToken& command);
Result<Document> removed(Document document, const RemoveToken& command);

/// Adapts the rest of the document after a command has changed the shape of the ratings: names of
/// films, the length of the new vectors, and k.
void fit_concepts(Document& document);

} // namespace attn
