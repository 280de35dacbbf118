// SPDX-License-Identifier: MIT
// Sets blocked cells to −∞, so that their weight is 0; in the gradient they are 0.
#include "core/engine/operation.h"
#include "core/engine/operations/rows.h"
#include "core/engine/operations/shapes.h"

#include <limits>

namespace attn::operation {
namespace {

constexpr Real closed = -std::numeric_limits<Real>::infinity();

const Mask& mask(const Options& options) {
    return std::get<Mask>(options);
}

template <bool is_back>
void close(const Options& options, std::span<const RowsOf<const Real>> inputs,
           RowsOf<Real> result) {
    cells(result) = cells(inputs[0]);
    if (mask(options).kind == Mask::Kind::None)
        return;
    for (Index row = 0; row < result.count; ++row)
        for (Index column = 0; column < result.columns; ++column)
            if (is_blocked(mask(options), result.first + row, column))
                result[row][column] = is_back ? 0 : closed;
}

template <bool is_back>
void explain_masked(const Cell& cell, Derivation& made) {
    const Index row = cell.place.row, column = cell.place.column;
    made.label = mask(cell.node().options).kind == Mask::Kind::None ? "no mask" : "not masked";
    if (!is_blocked(mask(cell.node().options), row, column))
        return cell.copy(made, 0);
    made.rule = Rule::Blocked;
    made.blocked_as = is_back ? 0 : closed;
    made.reason =
        "the mask keeps query " + std::to_string(row) + " from key " + std::to_string(column);
}

std::string where(const Options& options) {
    const Mask& how = mask(options);
    const std::string number = std::to_string(how.number);
    switch (how.kind) {
    case Mask::Kind::Causal:
        return " where key > query";
    case Mask::Kind::Window:
        return " where |query − key| ≥ " + number;
    case Mask::Kind::Prefix:
        return " where key > query and key ≥ " + number;
    case Mask::Kind::Padding:
        return " where key ≥ " + std::to_string(how.keys - how.number);
    case Mask::Kind::None:
    case Mask::Kind::Painted:
    case Mask::Kind::All:
        break;
    }
    return " where blocked";
}

Gradients masked_gradient(Backward& back) {
    return {back.add(opened, {back.upstream()}, back.options())};
}

} // namespace

constinit const Operation masked{"masked",
                                 shape_of_first,
                                 run_rows_alike<close<false>>,
                                 explain_masked<false>,
                                 [](const Naming& naming) { return "−∞" + where(naming.options); },
                                 masked_gradient,
                                 {},
                                 nullptr,
                                 always<close<false>>};

constinit const Operation opened{"opened",
                                 shape_of_first,
                                 run_rows_alike<close<true>>,
                                 explain_masked<true>,
                                 [](const Naming& naming) {
                                     return mask(naming.options).kind == Mask::Kind::None
                                                ? naming.inputs[0]
                                                : naming.inputs[0] + ", 0" + where(naming.options);
                                 },
                                 masked_gradient,
                                 {},
                                 nullptr,
                                 always<close<true>>};

} // namespace attn::operation
