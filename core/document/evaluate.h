// SPDX-License-Identifier: MIT
// evaluate(Document) → Trace: the only way results come to be.
#pragma once

#include "core/document/document.h"
#include "core/engine/cells.h"
#include "core/engine/concepts.h"
#include "core/engine/graph.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace attn {

class StagePlan;
struct StageRoute;

/// What came out. Whoever wants the numbers of a stage asks cells_of, matrix_of or value_at, which
/// know where they stand.
struct Trace {
    // As those of Document, in evaluate.cpp.
    Trace();
    Trace(const Trace&);
    Trace(Trace&&) noexcept;
    Trace& operator=(const Trace&);
    Trace& operator=(Trace&&) noexcept;
    ~Trace();

    /// What the pass of each head made. Where the document has options that this pass does not know
    /// (see is_of_heads), only which lines of the weights are closed.
    std::vector<HeadTrace> heads;
    std::map<SheetKey, Matrix> stages; // the other computed stages, by key_of(their sheets)
    /// By which they were computed one by one, if they were, and what the last evaluation did.
    std::shared_ptr<const StagePlan> plan;
    std::shared_ptr<const StageRoute> route;
    ConceptTrace concepts; // of a document of concepts, which has no heads
};

/// A pure function: the same document gives the same digits. The document must be valid.
/// `progress`, where it is not null, hears how far it is; a trace that was cancelled must not be
/// used. Any thread may evaluate.
Trace evaluate(const Document& document, Progress* progress = nullptr);

/// The same from the document before and its trace, of which only what the change reaches is made
/// again (see attend_again).
Trace evaluate(const Document& document, const Document& previous, Trace trace,
               Progress* progress = nullptr);

/// About how many multiplications either takes (see engine/cost.h).
Real evaluation_cost(const Document& document);
Real evaluation_cost(const Document& document, const Document& previous, const Trace& trace);

/// What the evaluation that made the trace changed of a sheet, compared to the document before.
Change change(const Trace& trace, const SheetId& sheet);

/// Makes the joined heads and the attention again from the outputs of the heads.
void join_heads(const Document& document, Trace& trace);

/// Whether the trace was computed stage by stage, and not by the pass of each head.
bool is_by_stages(const Trace& trace);

/// Which lines of a head's weights, along the axis of the switches, are closed: of a query without
/// an open key, or of a key without an open query. `head`: of the first attention, as each has the
/// same mask.
const std::vector<bool>& closed_lines(const Trace& trace, Index head);
/// Whether any head has one.
bool has_closed_lines(const Trace& trace);

/// How many numbers the trace holds.
Index numbers_held(const Trace& trace);

/// One matrix of the calculation, input or computed. The sheet must exist (see sheets()).
Matrix matrix_of(const Document& document, const Trace& trace, const SheetId& sheet);

/// The same without a copy: its cells are held, or derived when they are looked at. Not for the
/// weighted values, which are a matrix for each query.
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
