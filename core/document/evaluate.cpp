// SPDX-License-Identifier: MIT
#include "core/document/evaluate.h"

#include "core/base/number_text.h"
#include "core/document/sheet.h"

#include <cassert>
#include <cmath>

namespace attn {

Trace evaluate(const Document& document) {
    assert(validate(document).has_value() && "only a valid document can be evaluated");
    Trace trace;
    if (document.kind == Kind::Concepts) {
        trace.concepts =
            find_concepts(*document.embeddings, document.concepts.kept, *document.concepts.vectors);
        return trace;
    }
    const Index heads = head_count(document);
    trace.heads.reserve(static_cast<std::size_t>(heads));
    for (Index head = 0; head < heads; ++head)
        trace.heads.push_back(attend(*document.embeddings, document.projections,
                                     document.projections == Projections::None
                                         ? HeadWeights{}
                                         : document.heads[static_cast<std::size_t>(head)],
                                     document.switches));
    return trace;
}

const Matrix* find_matrix(const Document& document, const Trace& trace, const SheetId& sheet) {
    if (document.kind == Kind::Concepts)
        return &matrix_of({*document.embeddings, document.concepts.kept, *document.concepts.vectors,
                           trace.concepts},
                          sheet.stage);
    const auto at = static_cast<std::size_t>(sheet.head);
    const auto weights = [&]() -> const HeadWeights& {
        assert(at < document.heads.size() && "the sheet names a head of the document");
        return document.heads[at];
    };
    const auto head = [&]() -> const HeadTrace& {
        assert(at < trace.heads.size() && "the sheet names a head of the trace");
        return trace.heads[at];
    };
    switch (sheet.stage) {
    case Stage::X:
        return &*document.embeddings;
    case Stage::W_Q:
        return &*weights().w_q;
    case Stage::W_K:
        return &*weights().w_k;
    case Stage::W_V:
        return &*weights().w_v;
    case Stage::Q:
        return &head().query;
    case Stage::K:
        return &head().key;
    case Stage::V:
        return &head().value;
    case Stage::Scores:
        return &head().scores;
    case Stage::Scaled:
        return &head().scaled;
    case Stage::Masked:
        return &head().masked;
    case Stage::Weights:
        return &head().weights;
    case Stage::WeightedValues:
        return nullptr;
    case Stage::Output:
        return &head().output;
    default:
        break;
    }
    assert(false && "every stage of attention is handled");
    return nullptr;
}

Matrix matrix_of(const Document& document, const Trace& trace, const SheetId& sheet) {
    if (sheet.stage == Stage::WeightedValues)
        return weighted_values(trace.heads[static_cast<std::size_t>(sheet.head)], sheet.query);
    return *find_matrix(document, trace, sheet);
}

Matrix written_matrix(const Document& document, const Trace& trace, const SheetId& sheet) {
    return written(matrix_of(document, trace, sheet), document.convention);
}

Real value_at(const Document& document, const Trace& trace, const Place& place) {
    if (place.sheet.stage == Stage::WeightedValues) {
        const HeadTrace& head = trace.heads[static_cast<std::size_t>(place.sheet.head)];
        return head.weights(place.sheet.query, place.row) * head.value(place.row, place.column);
    }
    return (*find_matrix(document, trace, place.sheet))(place.row, place.column);
}

std::optional<NonFinite> first_non_finite(const Document& document, const Trace& trace) {
    for (const SheetId& sheet : sheets(document)) {
        const Matrix* matrix = find_matrix(document, trace, sheet);
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
