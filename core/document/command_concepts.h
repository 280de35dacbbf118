// SPDX-License-Identifier: MIT
// Commands about what only ratings have: films, new vectors and how many concepts are kept. Part
// of apply() in command.h.
#pragma once

#include "core/document/command.h"

namespace attn {

/// Whether documents of this kind know the command; the error says why they do not.
Result<> fits_kind(const Document& document, const Command& command);

/// Films and new vectors: Names::Columns and Names::Vectors.
Result<Document> renamed(Document document, const RenameToken& command);
Result<Document> inserted(Document document, const InsertToken& command);
Result<Document> removed(Document document, const RemoveToken& command);

/// Makes the rest of the document fit ratings whose shape a command has changed: names of films,
/// the length of the new vectors, and k.
void fit_concepts(Document& document);

} // namespace attn
