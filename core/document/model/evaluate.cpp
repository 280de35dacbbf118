// SPDX-License-Identifier: MIT
#include "core/document/model/evaluate.h"

#include "core/base/covered.h"
#include "core/base/number_text.h"
#include "core/document/model/model.h"
#include "core/document/model/option_inputs.h"
#include "core/document/model/sheet.h"
#include "core/document/model/stage_plan.h"
#include "core/engine/graph/operation.h"
#include "core/engine/pass/cells.h"
#include "core/engine/pass/plan.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace attn {
namespace {

bool are_heads_alike(const Document& document, const Document& previous, const Trace& trace) {
    return has_stage(document, Stage::Weights) && has_stage(previous, Stage::Weights) &&
           is_of_heads(document) && is_of_heads(previous) && !is_by_stages(trace) &&
           trace.heads.size() == static_cast<std::size_t>(head_count(document)) &&
           head_count(previous) == head_count(document);
}

/// Whether both keep numbers for the same sheets: then they give the same stages.
bool have_same_keys(const OptionInputs& a, const OptionInputs& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const auto& one, const auto& other) { return one.first == other.first; });
}

/// Whether their words have the same rows of a table, if they have one.
bool have_same_lookups(const Document& a, const Document& b) {
    return !a.options.has_table || (a.tokens == b.tokens && a.vocabulary == b.vocabulary);
}

/// Whether the trace's stages compute both documents. The stages follow from the options, from the
/// shapes of the inputs, from which stages are given and from the words of a table.
bool are_stages_alike(const Document& document, const Document& previous, const Trace& trace) {
    return trace.plan && !is_of_heads(document) && document.options == previous.options &&
           document.switches == previous.switches && document.join == previous.join &&
           document.projections == previous.projections &&
           head_count(document) == head_count(previous) && have_same_lookups(document, previous) &&
           have_same_keys(document.of_options, previous.of_options) &&
           models::gives_all(document, trace);
}

/// The pass of a head computes the first attention; others are computed stage by stage.
bool is_first_attention(const SheetId& sheet) {
    return sheet.layer == 0 && !sheet.is_cross;
}

SheetId weights_sheet(SheetId of_values) {
    of_values.stage = Stage::Weights;
    return of_values;
}

/// Returns the sheet of values that the head reads.
SheetId values_sheet(const Document& document, SheetId of_weights) {
    of_weights.head = sheet_of_head(document, Stage::V, of_weights.head).head;
    of_weights.stage = Stage::V;
    return of_weights;
}

} // namespace

Trace::Trace() = default;
Trace::Trace(const Trace&) = default;
Trace::Trace(Trace&&) noexcept = default;
Trace& Trace::operator=(const Trace&) = default;
Trace& Trace::operator=(Trace&&) noexcept = default;
Trace::~Trace() = default;

HeadWeights weights_read(const Document& document, std::size_t head) {
    if (document.projections == Projections::None)
        return {};
    const auto group = static_cast<std::size_t>(group_of(document, static_cast<Index>(head)));
    return {document.heads[head].w_q, document.heads[group].w_k, document.heads[group].w_v};
}

HeadInputs inputs_of(const Document& document, const HeadWeights& weights, Progress* progress) {
    return {*document.embeddings, document.projections, weights, document.switches, progress};
}

Real evaluation_cost(const Document& document) {
    return model_of(document).cost(document);
}

Real evaluation_cost(const Document& document, const Document& previous, const Trace& trace) {
    if (are_stages_alike(document, previous, trace))
        return models::cost_of_stages(document, previous, trace);
    if (!are_heads_alike(document, previous, trace))
        return evaluation_cost(document);
    const Change x = change_of_rows(previous.embeddings, document.embeddings);
    Real cost = 0;
    for (std::size_t head = 0; head < trace.heads.size(); ++head) {
        const HeadWeights was = weights_read(previous, head), is = weights_read(document, head);
        const HeadInputs before = inputs_of(previous, was), after = inputs_of(document, is);
        cost += change_cost(before, after, changes_between(before, after, x), trace.heads[head]);
    }
    return cost;
}

Trace evaluate(const Document& document, Progress* progress) {
    assert(validate(document).has_value() && "only a valid document can be evaluated");
    Trace trace;
    model_of(document).evaluate(document, trace, progress);
    return trace;
}

Trace evaluate(const Document& document, const Document& previous, Trace trace,
               Progress* progress) {
    // The document is then valid: its inputs have the shapes of a valid document.
    if (are_stages_alike(document, previous, trace)) {
        models::run_stages(document, &previous, trace, progress);
        return trace;
    }
    assert(validate(document).has_value() && "only a valid document can be evaluated");
    if (!are_heads_alike(document, previous, trace))
        return evaluate(document, progress);
    if (progress)
        progress->total = static_cast<std::int64_t>(evaluation_cost(document, previous, trace));
    const Change x = change_of_rows(previous.embeddings, document.embeddings);
    for (std::size_t head = 0; head < trace.heads.size() && !is_cancelled(progress); ++head) {
        const HeadWeights was = weights_read(previous, head), is = weights_read(document, head);
        const HeadInputs before = inputs_of(previous, was),
                         after = inputs_of(document, is, progress);
        trace.heads[head] = attend_again(before, after, changes_between(before, after, x),
                                         std::move(trace.heads[head]));
    }
    if (!is_cancelled(progress))
        join_heads(document, trace);
    return trace;
}

Change change(const Trace& trace, const SheetId& sheet) {
    const auto at = static_cast<std::size_t>(sheet.head);
    const bool is_of_head =
        is_first_attention(sheet) && (sheet.stage == Stage::X || info(sheet.stage).is_per_head);
    return is_of_head && at < trace.heads.size() ? change_of(trace.heads[at], sheet.stage)
                                                 : Change{Change::Kind::All, {}};
}

void join_heads(const Document& document, Trace& trace) {
    const SheetKey joined = key_of({Stage::Joined}), attention = key_of({Stage::Attention});
    if (document.join != Join::WO)
        trace.stages.erase(attention);
    if (document.join == Join::None) {
        trace.stages.erase(joined);
        return;
    }
    std::vector<const Matrix*> outputs;
    for (const HeadTrace& head : trace.heads)
        outputs.push_back(&head[Stage::Output]);
    operation::joined.run({}, outputs, trace.stages[joined]);
    if (document.join == Join::WO)
        times(trace.stages[joined], *document.w_o, trace.stages[attention]);
}

bool is_by_stages(const Trace& trace) {
    return std::any_of(trace.stages.begin(), trace.stages.end(),
                       [](const auto& stage) { return info(stage.first.first).is_per_head; });
}

const std::vector<bool>& closed_lines(const Trace& trace, Index head) {
    return trace.heads[static_cast<std::size_t>(head)].no_key;
}

bool has_closed_lines(const Trace& trace) {
    return std::any_of(trace.heads.begin(), trace.heads.end(), [](const HeadTrace& head) {
        return std::find(head.no_key.begin(), head.no_key.end(), true) != head.no_key.end();
    });
}

Index numbers_held(const Trace& trace) {
    Index count = 0;
    for (const HeadTrace& head : trace.heads)
        for (std::size_t stage = 0; stage < made_stages; ++stage)
            count += head.matrices.at(head_stages[stage]).size();
    for (const auto& [sheet, matrix] : trace.stages)
        count += matrix.size();
    return count;
}

Cells cells_of(const Document& document, const Trace& trace, const SheetId& sheet) {
    if (const SharedMatrix* const given = input(document, sheet))
        return **given;
    if (const auto found = trace.stages.find(key_of(sheet)); found != trace.stages.end())
        return found->second;
    if (const Matrix* const found = matrix_of(trace.concepts, sheet.stage))
        return *found;
    if (trace.plan) {
        const SheetId whose = trace.plan->whose(sheet);
        assert(key_of(whose) != key_of(sheet) && "a stage that repeats none is held");
        return cells_of(document, trace, whose);
    }
    const auto at = static_cast<std::size_t>(
        info(sheet.stage).is_per_group ? first_head_of(document, sheet.head) : sheet.head);
    assert(at < trace.heads.size() && "the sheet names a head of the trace");
    return {trace.heads[at], sheet.stage};
}

Matrix matrix_of(const Document& document, const Trace& trace, const SheetId& sheet) {
    if (info(sheet.stage).is_by_query) {
        const Vector weights = cells_of(document, trace, weights_sheet(sheet)).row(sheet.query);
        return Cells(*cells_of(document, trace, values_sheet(document, sheet)).held(), weights)
            .matrix();
    }
    return cells_of(document, trace, sheet).matrix();
}

Matrix written_matrix(const Document& document, const Trace& trace, const SheetId& sheet) {
    return written(matrix_of(document, trace, sheet), document.convention);
}

Real value_at(const Document& document, const Trace& trace, const Place& place) {
    if (info(place.sheet.stage).is_by_query)
        return cells_of(document, trace, weights_sheet(place.sheet))(place.sheet.query, place.row) *
               cells_of(document, trace, values_sheet(document, place.sheet))(place.row,
                                                                              place.column);
    return cells_of(document, trace, place.sheet)(place.row, place.column);
}

std::optional<NonFinite> first_non_finite(const Document& document, const Trace& trace) {
    for (const SheetId& sheet : sheets(document)) {
        if (info(sheet.stage).is_by_query)
            continue;
        // Derived cells are computed from finite numbers only.
        const Matrix* matrix = cells_of(document, trace, sheet).held();
        if (!matrix || matrix->allFinite())
            continue;
        for (Index row = 0; row < matrix->rows(); ++row)
            for (Index column = 0; column < matrix->cols(); ++column) {
                const Real value = (*matrix)(row, column);
                if (std::isfinite(value) || is_covered(value) ||
                    (sheet.stage == Stage::Masked && !sheet.is_cross &&
                     is_blocked(document.switches.mask, row, column)))
                    continue;
                const Place place{sheet, row, column};
                return NonFinite{place, value,
                                 shortest(value) + " first appears in " +
                                     describe(document, place) + "."};
            }
    }
    return std::nullopt;
}

namespace {

Real difference(Real a, Real b) {
    if (is_covered(a) || is_covered(b))
        return covered_number;
    if (a == b || (std::isnan(a) && std::isnan(b)))
        return 0;
    return b - a;
}

Real magnitude(Real value) {
    return std::isnan(value) ? std::numeric_limits<Real>::infinity() : std::abs(value);
}

std::string shape_text(const Matrix& matrix) {
    return std::to_string(matrix.rows()) + " × " + std::to_string(matrix.cols());
}

} // namespace

Result<Comparison> compare(const Calculation& a, const Calculation& b, const SheetId& sheet,
                           std::size_t most) {
    if (!exists(a.document, sheet) || !exists(b.document, sheet))
        return Error{std::string(exists(a.document, sheet) ? "B" : "A") + " has no " +
                     to_text(sheet) + " to compare"};
    const Matrix left = matrix_of(a.document, a.trace, sheet);
    const Matrix right = matrix_of(b.document, b.trace, sheet);
    if (left.rows() != right.rows() || left.cols() != right.cols())
        return Error{to_text(sheet) + " is " + shape_text(left) + " in A and " + shape_text(right) +
                     " in B, so they cannot be compared cell by cell"};
    Comparison made;
    made.difference.resize(left.rows(), left.cols());
    for (Index row = 0; row < left.rows(); ++row)
        for (Index column = 0; column < left.cols(); ++column) {
            const Real by = difference(left(row, column), right(row, column));
            made.difference(row, column) = by;
            if (by != 0 && !is_covered(by))
                made.largest.push_back(
                    {{sheet, row, column}, left(row, column), right(row, column)});
        }
    made.changed = static_cast<Index>(made.largest.size());
    const auto keep = static_cast<std::ptrdiff_t>(std::min(most, made.largest.size()));
    std::stable_sort(made.largest.begin(), made.largest.end(),
                     [](const ChangedCell& x, const ChangedCell& y) {
                         return magnitude(difference(x.a, x.b)) > magnitude(difference(y.a, y.b));
                     });
    made.largest.erase(made.largest.begin() + keep, made.largest.end());
    return made;
}

namespace {

void count(LineSums& sums, const Vector& line) {
    constexpr Real most_off = 1e-9;
    const Real sum = line.sum();
    if (has_covered(line)) {
        --sums.lines;
        return;
    }
    sums.ones += std::abs(sum - 1) <= most_off;
    sums.zeros += line.isZero(0);
}

LineSums of_large(const Cells& weights) {
    LineSums sums;
    sums.lines = weights.rows();
    for (Index row = 0; row < sums.lines; ++row) {
        const bool is_read = row == 0 || row == sums.lines / 2 || row + 1 == sums.lines;
        if (is_read) {
            count(sums, weights.row(row));
            continue;
        }
        sums.ones += has_sum(weights, row);
        sums.zeros += has_no_key(weights, row);
    }
    return sums;
}

} // namespace

LineSums line_sums(const Cells& weights, Axis axis) {
    if (weights.is_derived())
        return of_large(weights);
    LineSums sums;
    const Matrix numbers = weights.matrix();
    const Index lines = axis == Axis::Rows ? numbers.rows() : numbers.cols();
    sums.lines = lines;
    for (Index line = 0; line < lines; ++line)
        count(sums, axis == Axis::Rows ? Vector(numbers.row(line))
                                       : Vector(numbers.col(line).transpose()));
    return sums;
}

std::string sums_sentence(const Document& document, const Cells& weights) {
    const Axis axis = document.switches.axis;
    const LineSums sums = line_sums(weights, axis);
    const bool by_rows = written(axis, document.convention) == Axis::Rows;
    const std::string line = by_rows ? "row" : "column";
    if (sums.lines == 0)
        return "their sums are covered";
    if (sums.are_ones())
        return "each " + line + " sums to 1";
    if (sums.ones > 0 && sums.ones + sums.zeros == sums.lines)
        return "each " + line + " with an open " + (axis == Axis::Rows ? "key" : "query") +
               " sums to 1";
    if (sums.ones == 0)
        return "no " + line + " sums to 1";
    const Index others = sums.lines - sums.ones;
    return std::to_string(others) + " of " + std::to_string(sums.lines) + " " + line +
           (others == 1 ? "s does" : "s do") + " not sum to 1";
}

} // namespace attn
