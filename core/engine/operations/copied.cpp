// SPDX-License-Identifier: MIT
// The numbers of another stage, unchanged: Q = X without projections.
#include "core/engine/operation.h"
#include "core/engine/operations/shapes.h"

namespace attn::operation {

constinit const Operation copied{
    "copied",
    shape_of_first,
    [](const Options&, std::span<const Matrix* const> inputs, Matrix& result) {
        result = *inputs[0];
    },
    [](const Cell& cell, Derivation& made) {
        cell.copy(made, 0);
        made.label = "as in " + std::string(made.terms[0].factors[0].place.sheet.stage.name());
    },
    [](const Naming& naming) { return naming.inputs[0]; },
    [](Backward& backward) { return Gradients{backward.upstream()}; },
    {},
    [](std::size_t, const Spot& at, const Shape&) -> std::vector<Spot> { return {at}; }};

} // namespace attn::operation
