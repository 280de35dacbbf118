// SPDX-License-Identifier: MIT
// Given stages: computed stages whose numbers stand in the document, like those of X. They are kept
// with the inputs that options need (Document::of_options). The graph has an input in place of the
// stage's operation; what the operation would read stays in the calculation.
#pragma once

#include "core/document/model/document.h"
#include "core/document/model/evaluate.h"

#include <optional>
#include <vector>

namespace attn {

/// Lists the given stages.
std::vector<SheetId> given_stages(const Document& document);
/// Whether the document gives the numbers of this computed stage.
bool is_given_stage(const Document& document, const SheetId& sheet);

/// Checks that the stage may be given: the document computes it, as one matrix. The error says why
/// not, and what may be given instead.
Result<> may_be_given(const Document& document, const SheetId& sheet);

/// Whether the document has X. Without it Document::embeddings has no columns, and the calculation
/// begins with given stages.
bool has_x(const Document& document);
/// Whether a document without X may begin with the stage: Q, K, V, scores, weights, output.
bool may_begin_without_x(Stage stage);
/// Takes the widths of heads from the given stages of a document without X: d_k from Q or K, d_v
/// from V or the output. A width that no stage tells is 0.
void take_widths_of_given(Document& document);
/// Checks a document without X: which stages its heads give, and that no option needs X.
Result<> validate_without_x(const Document& document);

/// Returns the numbers that a given stage would have if it were computed; empty if nothing computes
/// it. `trace`: the document's.
std::optional<Matrix> computed_instead(const Document& document, const Trace& trace,
                                       const SheetId& sheet);

/// Checks that the stage is given and can be computed; the error says what it would be computed
/// from.
Result<> may_be_released(const Document& document, const SheetId& sheet);
/// Returns the document with the stage computed again.
Document released(Document document, const SheetId& sheet);

} // namespace attn
