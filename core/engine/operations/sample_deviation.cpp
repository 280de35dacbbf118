// SPDX-License-Identifier: MIT
// The sample deviation of each centred row, plus ε: √(Σ c² / (n − 1)) + ε. "The Annotated
// Transformer" (Rush 2018; Huang et al. 2022), class LayerNorm, and programs that follow it divide
// by it, because std of PyTorch divides by n − 1. If a row has only zeros its gradient is 0, as in
// PyTorch.
#include "core/engine/operation.h"
#include "core/engine/operations/line_parts.h"
#include "core/engine/operations/rows.h"
#include "core/engine/operations/shapes.h"
#include "core/engine/operations/squares.h"

#include <cmath>
#include <utility>

namespace attn::operation {
namespace {

Result<Shape> sample_deviation_shape(const Options& options, std::span<const Shape> inputs) {
    if (const auto fits = above_zero(epsilon_of(options), "ε"); !fits)
        return fits.error();
    if (inputs[0].columns < 2)
        return Error{"it divides by n − 1, but " + to_text(inputs[0]) + " has one column"};
    return Shape{inputs[0].rows, 1};
}

void deviate(const Options& options, std::span<const RowsOf<const Real>> inputs,
             RowsOf<Real> result) {
    const RowsOf<const Real>& of = inputs[0];
    add_squares(of, result);
    for (Index row = 0; row < result.count; ++row)
        result.data[row] =
            std::sqrt(result.data[row] / static_cast<Real>(of.columns - 1)) + epsilon_of(options);
}

void run_sample_deviation(const Options& options, std::span<const Matrix* const> inputs,
                          Matrix& result) {
    run_all_rows(deviate, options, inputs, 1, result);
}

void explain_sample_deviation(const Cell& cell, Derivation& made) {
    made.rule = Rule::Expression;
    made.expression =
        expression::sum({expression::root(shared_squares(cell, cell.shape(0).columns - 1)),
                         expression::constant(epsilon_of(cell.node().options), "ε")});
    made.label = "sample deviation";
}

/// The gradient of s = √(Σ c² / (n − 1)) + ε: g c / (‖c‖ √(n − 1)).
Gradients sample_deviation_gradient(Backward& back) {
    const auto less_one = static_cast<Real>(back.shape(0).columns - 1);
    const std::size_t share =
        back.add(scaled, {back.upstream()}, std::vector<Divisor>{{"", less_one, true}});
    const std::size_t direction = back.add(unit_rows, {back.input(0)});
    return {back.add(times_line, {direction, share}, Axis::Rows)};
}

} // namespace

constinit const Operation sample_deviation{
    "sample_deviation",
    sample_deviation_shape,
    run_sample_deviation,
    explain_sample_deviation,
    [](const Naming& naming) { return "√(Σ " + naming.inputs[0] + "² / (n − 1)) + ε"; },
    sample_deviation_gradient,
    {},
    at_its_line,
    always<deviate>};

} // namespace attn::operation
