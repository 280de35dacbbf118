// SPDX-License-Identifier: MIT
// The places of words as sines and cosines: P(pos, 2i) = sin(pos / base^(2i/d)), P(pos, 2i + 1) =
// cos of the same. Vaswani et al. 2017, 3.5. Of the stage it reads only the shape matters.
#include "core/engine/operation.h"
#include "core/engine/operations/shapes.h"
#include "core/engine/positions.h"

#include <cmath>

namespace attn::operation {
namespace {

Real base(const Options& options) {
    return std::get<Sinusoid>(options).base;
}

Result<Shape> sinusoidal_shape(const Options& options, std::span<const Shape> inputs) {
    if (const auto fits = above_zero(base(options), "the base of its waves"); !fits)
        return fits.error();
    return inputs[0];
}

void run_sinusoidal(const Options& options, std::span<const Matrix* const> inputs, Matrix& result) {
    result.resize(inputs[0]->rows(), inputs[0]->cols());
    for (Index column = 0; column < result.cols(); ++column) {
        const Real length = wavelength(base(options), column / 2, result.cols());
        for (Index row = 0; row < result.rows(); ++row) {
            const Real angle = static_cast<Real>(row) / length;
            result(row, column) = column % 2 == 0 ? std::sin(angle) : std::cos(angle);
        }
    }
}

void explain_sinusoidal(const Cell& cell, Derivation& made) {
    const Index column = cell.place.column, width = cell.shape(0).columns;
    const Real from = base(cell.node().options);
    const std::string length =
        shortest(from) + "^{" + std::to_string(column / 2 * 2) + "/" + std::to_string(width) + "}";
    made.rule = Rule::Expression;
    made.label = column % 2 == 0 ? "sine of the place" : "cosine of the place";
    made.expression = expression::call(
        column % 2 == 0 ? "sin" : "cos",
        {expression::quotient(expression::constant(static_cast<Real>(cell.place.row)),
                              expression::constant(wavelength(from, column / 2, width), length))});
}

} // namespace

constinit const Operation sinusoidal{
    "sinusoidal",
    sinusoidal_shape,
    run_sinusoidal,
    explain_sinusoidal,
    [](const Naming& naming) {
        return "sin, cos of pos / " + shortest(base(naming.options)) + "^{2i/d}";
    },
    [](Backward&) { return Gradients{std::nullopt}; },
    "it follows from the places of the words, not from their numbers"};

} // namespace attn::operation
