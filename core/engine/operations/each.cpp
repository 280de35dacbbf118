// SPDX-License-Identifier: MIT
// Two stages multiplied cell by cell: the softmax's gradient is weights ⊙ what is left.
#include "core/engine/operation.h"
#include "core/engine/operations/shapes.h"

namespace attn::operation {

constinit const Operation each{
    "each",
    same_shapes,
    [](const Options&, std::span<const Matrix* const> inputs, Matrix& result) {
        result = inputs[0]->cwiseProduct(*inputs[1]);
    },
    [](const Cell& cell, Derivation& made) {
        const Index row = cell.place.row, column = cell.place.column;
        made.rule = Rule::SumOfProducts;
        made.terms = {cell.product(cell.factor(0, row, column), cell.factor(1, row, column))};
        made.formula = cell.product(cell.name(0, row, column), cell.name(1, row, column));
    },
    [](const Naming& naming) { return naming.inputs[0] + " ⊙ " + naming.inputs[1]; },
    [](Backward& back) {
        return Gradients{back.add(each, {back.upstream(), back.input(1)}),
                         back.add(each, {back.upstream(), back.input(0)})};
    }};

} // namespace attn::operation
