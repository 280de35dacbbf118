// SPDX-License-Identifier: MIT
// Multiplies two stages cell by cell: SwiGLU gates each hidden number (Shazeer 2020, "GLU Variants
// Improve Transformer"), and the gradient of softmax is weights ⊙ (the gradient less a sum).
#include "core/engine/operation.h"
#include "core/engine/operations/rows.h"
#include "core/engine/operations/shapes.h"

namespace attn::operation {
namespace {

void multiply(const Options&, std::span<const RowsOf<const Real>> inputs, RowsOf<Real> result) {
    cells(result) = cells(inputs[0]) * cells(inputs[1]);
}

} // namespace

constinit const Operation each{
    "each",
    [](const Options&, std::span<const Shape> inputs) -> Result<Shape> {
        if (inputs[0] != inputs[1])
            return Error{"it multiplies " + to_text(inputs[0]) + " and " + to_text(inputs[1]) +
                         " cell by cell"};
        return inputs[0];
    },
    run_rows_alike<multiply>,
    [](const Cell& cell, Derivation& made) {
        const Index row = cell.place.row, column = cell.place.column;
        made.rule = Rule::SumOfProducts;
        // Two numbers at one place have no order that a convention could swap.
        made.terms = {{{cell.factor(0, row, column), cell.factor(1, row, column)}}};
        made.formula = cell.name(0, row, column) + " · " + cell.name(1, row, column);
    },
    [](const Naming& naming) { return naming.inputs[0] + " ⊙ " + naming.inputs[1]; },
    [](Backward& back) {
        return Gradients{back.add(each, {back.upstream(), back.input(1)}),
                         back.add(each, {back.upstream(), back.input(0)})};
    },
    {},
    at_the_same_place,
    always<multiply>};

} // namespace attn::operation
