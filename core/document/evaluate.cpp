// SPDX-License-Identifier: MIT
#include "core/document/evaluate.h"

#include "core/base/covered.h"
#include "core/base/number_text.h"
#include "core/document/head_inputs.h"
#include "core/document/model.h"
#include "core/document/option_inputs.h"
#include "core/document/sheet.h"
#include "core/document/stage_plan.h"
#include "core/engine/cost.h"
#include "core/engine/operation.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace attn {
namespace {

bool are_heads_alike(const Document& document, const Document& previous, const Trace& trace) {
    return has_stage(document, Stage::Weights) && has_stage(previous, Stage::Weights) &&
           is_of_heads(document) && is_of_heads(previous) && !is_by_stages(trace) &&
           trace.heads.size() == static_cast<std::size_t>(head_count(document)) &&
           head_count(previous) == head_count(document);
}

/// Whether the trace's stages compute both documents. The stages follow from the options and from
/// the shapes of the inputs.
bool are_stages_alike(const Document& document, const Document& previous, const Trace& trace) {
    return trace.plan && !is_of_heads(document) && document.options == previous.options &&
           document.switches == previous.switches && document.join == previous.join &&
           document.projections == previous.projections &&
           head_count(document) == head_count(previous) && models::gives_all(document, trace);
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
    return trace.stages.contains(key_of({Stage::Weights}));
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

} // namespace attn
