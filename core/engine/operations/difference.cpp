// SPDX-License-Identifier: MIT
// Subtracts one stage from another, cell by cell: the ratings less their reconstruction.
#include "core/engine/operation.h"
#include "core/engine/operations/shapes.h"

namespace attn::operation {

constinit const Operation difference{
    "difference",
    same_shapes,
    [](const Options&, std::span<const Matrix* const> inputs, Matrix& result) {
        result = *inputs[0] - *inputs[1];
    },
    [](const Cell& cell, Derivation& made) {
        const Index row = cell.place.row, column = cell.place.column;
        made.rule = Rule::SumOfProducts;
        made.terms = {{{cell.factor(0, row, column)}}, {{cell.factor(1, row, column)}, true}};
        made.formula = cell.name(0, row, column) + " - " + cell.name(1, row, column);
    },
    [](const Naming& naming) { return naming.inputs[0] + " − " + naming.inputs[1]; },
    nullptr,
    "it follows from a decomposition, whose signs are chosen",
    [](std::size_t, const Spot& at, const Shape&) -> std::vector<Spot> { return {at}; }};

} // namespace attn::operation
