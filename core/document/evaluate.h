// SPDX-License-Identifier: MIT
// evaluate(Document) → Trace: the only way results come to be.
#pragma once

#include "core/document/document.h"
#include "core/engine/cells.h"
#include "core/engine/concepts.h"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace attn {

/// The forward pass of every head, or what was found in the ratings.
struct Trace {
    std::vector<HeadTrace> heads;
    Matrix joined, attention; // of heads that are joined, see Join
    /// Every computed stage by key_of(its sheet), of a document whose options the pass of a head
    /// does not know (see is_of_heads); its heads have copies of theirs.
    std::map<SheetKey, Matrix> stages;
    ConceptTrace concepts; // of a document of concepts, which has no heads
};

/// A pure function: the same document gives the same digits. The document must be valid.
/// `progress`, where it is not null, hears how far it is; a trace that was cancelled is of no use.
/// Any thread may evaluate.
Trace evaluate(const Document& document, Progress* progress = nullptr);

/// The same from the document before and its trace, of which only what the change reaches is made
/// anew (see attend_again).
Trace evaluate(const Document& document, const Document& previous, Trace trace,
               Progress* progress = nullptr);

/// About how many multiplications either takes (see engine/cost.h).
Real evaluation_cost(const Document& document);
Real evaluation_cost(const Document& document, const Document& previous, const Trace& trace);

/// What the evaluation that made the trace changed of a sheet, compared to the document before.
Change change(const Trace& trace, const SheetId& sheet);

/// Makes the joined heads and the attention again from the outputs of the heads.
void join_heads(const Document& document, Trace& trace);

/// One matrix of the calculation, input or computed. The sheet must exist (see sheets()).
Matrix matrix_of(const Document& document, const Trace& trace, const SheetId& sheet);

/// The same without a copy: its cells are held, or derived when they are looked at. Not for the
/// weighted values.
Cells cells_of(const Document& document, const Trace& trace, const SheetId& sheet);

/// The matrix as the document's convention writes it: with tokens as columns transposed.
Matrix written_matrix(const Document& document, const Trace& trace, const SheetId& sheet);

/// The number at a place; the place must exist.
Real value_at(const Document& document, const Trace& trace, const Place& place);

/// Where a NaN or an infinity first enters, in the order of the stages. Blocked cells of the masked
/// scores are −∞ by design and do not count.
struct NonFinite {
    Place place;
    Real value = 0;
    std::string sentence; // "NaN first appears in K, row 3 (the), column 2."
};
std::optional<NonFinite> first_non_finite(const Document& document, const Trace& trace);

} // namespace attn
