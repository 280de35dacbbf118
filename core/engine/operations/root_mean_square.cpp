// SPDX-License-Identifier: MIT
// The root mean square of each row, √(Σ x² / n + ε). For centred rows it is the deviation of layer
// normalisation (Ba, Kiros and Hinton 2016, eq. 3), for others the divisor of RMSNorm (Zhang and
// Sennrich 2019, eq. 4).
#include "core/engine/operation.h"
#include "core/engine/operations/line_parts.h"
#include "core/engine/operations/rows.h"
#include "core/engine/operations/shapes.h"
#include "core/engine/operations/squares.h"

#include <cmath>
#include <utility>

namespace attn::operation {
namespace {

Result<Shape> root_mean_square_shape(const Options& options, std::span<const Shape> inputs) {
    if (const auto fits = above_zero(epsilon_of(options), "ε"); !fits)
        return fits.error();
    return Shape{inputs[0].rows, 1};
}

void average_squares(const Options& options, std::span<const RowsOf<const Real>> inputs,
                     RowsOf<Real> result) {
    const RowsOf<const Real>& of = inputs[0];
    add_squares(of, result);
    for (Index row = 0; row < result.count; ++row)
        result.data[row] =
            std::sqrt(result.data[row] / static_cast<Real>(of.columns) + epsilon_of(options));
}

void run_root_mean_square(const Options& options, std::span<const Matrix* const> inputs,
                          Matrix& result) {
    run_all_rows(average_squares, options, inputs, 1, result);
}

void explain_root_mean_square(const Cell& cell, Derivation& made) {
    made.rule = Rule::Expression;
    made.expression = expression::root(
        expression::sum({shared_squares(cell, cell.shape(0).columns),
                         expression::constant(epsilon_of(cell.node().options), "ε")}));
    made.label = "root mean square";
}

/// The gradient of r = √(Σ x² / n + ε): x g / (n r).
Gradients root_mean_square_gradient(Backward& back) {
    const auto count = static_cast<Real>(back.shape(0).columns);
    const std::size_t divided = back.add(over_line, {back.upstream(), back.self()}, Axis::Rows);
    const std::size_t share = back.add(scaled, {divided}, std::vector<Divisor>{{"", count, false}});
    return {back.add(times_line, {back.input(0), share}, Axis::Rows)};
}

} // namespace

constinit const Operation root_mean_square{
    "root_mean_square",
    root_mean_square_shape,
    run_root_mean_square,
    explain_root_mean_square,
    [](const Naming& naming) { return "√(mean of " + naming.inputs[0] + "² + ε)"; },
    root_mean_square_gradient,
    {},
    at_its_line,
    always<average_squares>};

} // namespace attn::operation
