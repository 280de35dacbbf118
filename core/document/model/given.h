// SPDX-License-Identifier: MIT
// Given stages: computed stages whose numbers stand in the document, like those of X. They are kept
// with the inputs that options need (Document::of_options). The graph has an input in place of the
// stage's operation; what the operation would read stays in the calculation.
#pragma once

#include "core/document/model/document.h"
#include "core/document/model/evaluate.h"

#include <vector>

namespace attn {

/// Lists the given stages.
std::vector<SheetId> given_stages(const Document& document);
/// Whether the document gives the numbers of this computed stage.
bool is_given_stage(const Document& document, const SheetId& sheet);

/// Checks that the stage may be given: the document computes it, as one matrix. The error says why
/// not, and what may be given instead.
Result<> may_be_given(const Document& document, const SheetId& sheet);

/// Returns the numbers that a given stage would have if it were computed. `trace`: the document's.
Matrix computed_instead(const Document& document, const Trace& trace, const SheetId& sheet);

/// Returns the document with the stage computed again.
Document released(Document document, const SheetId& sheet);

} // namespace attn
