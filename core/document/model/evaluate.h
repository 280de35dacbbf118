// SPDX-License-Identifier: MIT
// evaluate(Document) → Trace: the only way to compute results.
#pragma once

#include "core/document/model/document.h"
#include "core/engine/graph/graph.h"
#include "core/engine/numbers/concepts.h"
#include "core/engine/pass/cells.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace attn {

// Collects the inputs of a document's heads; for its evaluation only.

/// Returns the weights that a head reads: keys and values are its group's.
HeadWeights weights_read(const Document& document, std::size_t head);

/// The result refers to `weights`.
HeadInputs inputs_of(const Document& document, const HeadWeights& weights,
                     Progress* progress = nullptr);

class StagePlan;
struct StageRoute;

/// The results. To read a stage, call cells_of, matrix_of or value_at; they know where its numbers
/// are.
struct Trace {
    // Defined in evaluate.cpp, so that no other file compiles them.
    Trace();
    Trace(const Trace&);
    Trace(Trace&&) noexcept;
    Trace& operator=(const Trace&);
    Trace& operator=(Trace&&) noexcept;
    ~Trace();

    /// The results of each head's pass. If the document has options that this pass does not know
    /// (see is_of_heads), only which lines of the weights are closed.
    std::vector<HeadTrace> heads;
    std::map<SheetKey, Matrix> stages; // the other computed stages, by key_of(their sheets)
    /// The plan by which they were computed stage by stage, if they were, and what the last
    /// evaluation did.
    std::shared_ptr<const StagePlan> plan;
    std::shared_ptr<const StageRoute> route;
    ConceptTrace concepts; // for documents of concepts, which have no heads
};

/// Computes all results. A pure function: the same document gives the same digits. The document
/// must be valid. `progress`, if not null, is updated; the trace of a cancelled evaluation must not
/// be used. Any thread may call this.
Trace evaluate(const Document& document, Progress* progress = nullptr);

/// Updates the trace of the previous document; recomputes only what the change reaches (see
/// attend_again).
Trace evaluate(const Document& document, const Document& previous, Trace trace,
               Progress* progress = nullptr);

/// Estimates the multiplications of either (see engine/pass/plan.h).
Real evaluation_cost(const Document& document);
Real evaluation_cost(const Document& document, const Document& previous, const Trace& trace);

/// Returns what the evaluation that made the trace changed in a sheet, compared to the previous
/// document.
Change change(const Trace& trace, const SheetId& sheet);

/// Recomputes the joined heads and the attention from the outputs of the heads.
void join_heads(const Document& document, Trace& trace);

/// Whether the trace was computed stage by stage rather than by the pass of each head.
bool is_by_stages(const Trace& trace);

/// Returns which lines of a head's weights, along the axis of the switches, are closed: a query
/// without an open key, or a key without an open query. `head`: of the first attention; all share
/// one mask.
const std::vector<bool>& closed_lines(const Trace& trace, Index head);
/// Whether any head has a closed line.
bool has_closed_lines(const Trace& trace);

/// Returns how many numbers the trace stores.
Index numbers_held(const Trace& trace);

/// Returns one matrix of the calculation, input or computed. The sheet must exist (see sheets()).
Matrix matrix_of(const Document& document, const Trace& trace, const SheetId& sheet);

/// Returns the cells without a copy; they are stored, or computed on demand. Not for the weighted
/// values, which are one matrix per query.
Cells cells_of(const Document& document, const Trace& trace, const SheetId& sheet);

/// Returns the matrix in the document's convention: transposed if tokens are columns.
Matrix written_matrix(const Document& document, const Trace& trace, const SheetId& sheet);

/// Returns the number at a place; the place must exist.
Real value_at(const Document& document, const Trace& trace, const Place& place);

/// Finds where a NaN or an infinity first appears, in the order of the stages. Blocked cells of the
/// masked scores are −∞ by design and do not count.
struct NonFinite {
    Place place;
    Real value = 0;
    std::string sentence; // "NaN first appears in K, row 3 (the), column 2."
};
std::optional<NonFinite> first_non_finite(const Document& document, const Trace& trace);

// Compares two calculations side by side: a stage of A, the same stage of B, and what changed.

/// A document with its results. For a mistake, the trace need not follow from the document.
struct Calculation {
    Document document;
    Trace trace;
};

struct ChangedCell {
    Place place;
    Real a = 0;
    Real b = 0;
};

struct Comparison {
    Matrix difference; // B − A; 0 if both are the same infinity or both NaN
    Index changed = 0; // number of cells that are not 0
    std::vector<ChangedCell>
        largest; // the changed cells with the largest magnitudes, largest first
};

/// Compares one sheet; lists at most `most` changes. Fails if either side lacks the sheet or the
/// shapes differ; the error says which.
Result<Comparison> compare(const Calculation& a, const Calculation& b, const SheetId& sheet,
                           std::size_t most = 8);

// The sums of the weights' lines. Code that claims "each row sums to 1" asks here first.

/// The number of lines of the weights, how many of them sum to 1 within 1e-9, and how many are all
/// zeros, as a line without an open key is. Lines with a covered number are left out.
struct LineSums {
    Index lines = 0, ones = 0, zeros = 0;

    bool are_ones() const { return lines > 0 && ones == lines; }
};

/// Sums the lines along the axis. For a large head, whose weights are computed from each row's sum
/// of powers, checks every such sum, and adds up only the cells of the first, the middle and the
/// last row.
LineSums line_sums(const Cells& weights, Axis axis);

/// Says this in words, with lines as the document writes them: "each row sums to 1", "each row with
/// an open key sums to 1", "2 of 5 rows do not sum to 1".
std::string sums_sentence(const Document& document, const Cells& weights);

} // namespace attn
