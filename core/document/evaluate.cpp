// SPDX-License-Identifier: MIT
#include "core/document/evaluate.h"

#include "core/base/number_text.h"
#include "core/document/sheet.h"

#include <cassert>
#include <cmath>

namespace attn {

namespace {

const HeadWeights& weights_of(const Document& document, std::size_t head) {
    static const HeadWeights none;
    return document.projections == Projections::None ? none : document.heads[head];
}

HeadInputs inputs_of(const Document& document, std::size_t head) {
    return {*document.embeddings, document.projections, weights_of(document, head),
            document.switches};
}

} // namespace

Trace evaluate(const Document& document) {
    assert(validate(document).has_value() && "only a valid document can be evaluated");
    Trace trace;
    if (document.kind == Kind::Concepts) {
        trace.concepts =
            find_concepts(*document.embeddings, document.concepts.kept, *document.concepts.vectors);
        return trace;
    }
    trace.heads.resize(static_cast<std::size_t>(head_count(document)));
    for (std::size_t head = 0; head < trace.heads.size(); ++head)
        trace.heads[head] = attend(inputs_of(document, head), HeadTrace());
    return trace;
}

Trace evaluate(const Document& document, const Document& previous, Trace trace) {
    assert(validate(document).has_value() && "only a valid document can be evaluated");
    if (document.kind == Kind::Concepts || previous.kind == Kind::Concepts)
        return evaluate(document);
    const auto heads = static_cast<std::size_t>(head_count(document));
    if (trace.heads.size() != heads || head_count(previous) != head_count(document))
        return evaluate(document);
    for (std::size_t head = 0; head < heads; ++head)
        trace.heads[head] = attend_again(inputs_of(previous, head), inputs_of(document, head),
                                         std::move(trace.heads[head]));
    return trace;
}

Cells cells_of(const Document& document, const Trace& trace, const SheetId& sheet) {
    if (document.kind == Kind::Concepts)
        return matrix_of({*document.embeddings, document.concepts.kept, *document.concepts.vectors,
                          trace.concepts},
                         sheet.stage);
    const auto at = static_cast<std::size_t>(sheet.head);
    const auto weights = [&]() -> const HeadWeights& {
        assert(at < document.heads.size() && "the sheet names a head of the document");
        return document.heads[at];
    };
    switch (sheet.stage) {
    case Stage::X:
        return *document.embeddings;
    case Stage::W_Q:
        return *weights().w_q;
    case Stage::W_K:
        return *weights().w_k;
    case Stage::W_V:
        return *weights().w_v;
    default:
        assert(at < trace.heads.size() && "the sheet names a head of the trace");
        return {trace.heads[at], sheet.stage};
    }
}

Matrix matrix_of(const Document& document, const Trace& trace, const SheetId& sheet) {
    if (sheet.stage == Stage::WeightedValues)
        return weighted_values(trace.heads[static_cast<std::size_t>(sheet.head)], sheet.query);
    return cells_of(document, trace, sheet).matrix();
}

Matrix written_matrix(const Document& document, const Trace& trace, const SheetId& sheet) {
    return written(matrix_of(document, trace, sheet), document.convention);
}

Real value_at(const Document& document, const Trace& trace, const Place& place) {
    if (place.sheet.stage == Stage::WeightedValues) {
        const HeadTrace& head = trace.heads[static_cast<std::size_t>(place.sheet.head)];
        return Cells(head, Stage::Weights)(place.sheet.query, place.row) *
               head.value(place.row, place.column);
    }
    return cells_of(document, trace, place.sheet)(place.row, place.column);
}

std::optional<NonFinite> first_non_finite(const Document& document, const Trace& trace) {
    for (const SheetId& sheet : sheets(document)) {
        if (sheet.stage == Stage::WeightedValues)
            continue;
        // What is derived comes from finite numbers only.
        const Matrix* matrix = cells_of(document, trace, sheet).held();
        if (!matrix || matrix->allFinite())
            continue;
        for (Index row = 0; row < matrix->rows(); ++row)
            for (Index column = 0; column < matrix->cols(); ++column) {
                const Real value = (*matrix)(row, column);
                if (std::isfinite(value) || (sheet.stage == Stage::Masked &&
                                             is_blocked(document.switches.mask, row, column)))
                    continue;
                const Place place{sheet, row, column};
                return NonFinite{place, value,
                                 shortest(value) + " first enters in " + describe(document, place)};
            }
    }
    return std::nullopt;
}

} // namespace attn
