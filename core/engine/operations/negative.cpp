// SPDX-License-Identifier: MIT
// Flips the sign of another stage: the gradient of a number that was subtracted.
#include "core/engine/operation.h"
#include "core/engine/operations/shapes.h"

namespace attn::operation {

constinit const Operation negative{
    "negative",
    shape_of_first,
    [](const Options&, std::span<const Matrix* const> inputs, Matrix& result) {
        result = -*inputs[0];
    },
    [](const Cell& cell, Derivation& made) {
        const Index row = cell.place.row, column = cell.place.column;
        made.rule = Rule::Expression;
        made.expression = expression::negative(expression::number(cell.factor(0, row, column)));
        made.label = "with the other sign";
    },
    [](const Naming& naming) { return "−" + naming.inputs[0]; },
    [](Backward& back) { return Gradients{back.add(negative, {back.upstream()})}; },
    {},
    at_the_same_place};

} // namespace attn::operation
