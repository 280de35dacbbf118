// SPDX-License-Identifier: MIT
// Word positions as sines and cosines: P(pos, 2i) = sin(pos / base^(2i/d)), P(pos, 2i + 1) = cos of
// the same (Vaswani et al. 2017, 3.5). Or all sines are before all cosines, with the same waves or
// with tensor2tensor's. Reads only the shape of its input stage.
#include "core/engine/operation.h"
#include "core/engine/operations/shapes.h"
#include "core/engine/positions.h"

#include <cmath>

namespace attn::operation {
namespace {

const Sinusoid& sinusoid(const Options& options) {
    return std::get<Sinusoid>(options);
}

Result<Shape> sinusoidal_shape(const Options& options, std::span<const Shape> inputs) {
    const Sinusoid& how = sinusoid(options);
    if (const auto fits = above_zero(how.base, "the base of its waves"); !fits)
        return fits.error();
    if (how.waves != Waves::Alternating && inputs[0].columns % 2 != 0)
        return Error{"sines and cosines have half of the columns each, but " + to_text(inputs[0]) +
                     " has an odd number of them"};
    return inputs[0];
}

void run_sinusoidal(const Options& options, std::span<const Matrix* const> inputs, Matrix& result) {
    result.resize(inputs[0]->rows(), inputs[0]->cols());
    for (Index column = 0; column < result.cols(); ++column) {
        const Wave at = wave(sinusoid(options), column, result.cols());
        for (Index row = 0; row < result.rows(); ++row) {
            const Real angle = static_cast<Real>(row) / at.length;
            result(row, column) = at.is_cosine ? std::cos(angle) : std::sin(angle);
        }
    }
}

void explain_sinusoidal(const Cell& cell, Derivation& made) {
    const Sinusoid& how = sinusoid(cell.node().options);
    const Wave at = wave(how, cell.place.column, cell.shape(0).columns);
    const std::string length =
        shortest(how.base) + "^{" + std::to_string(at.of) + "/" + std::to_string(at.over) + "}";
    made.rule = Rule::Expression;
    made.label = at.is_cosine ? "cosine of the place" : "sine of the place";
    made.expression = expression::call(
        at.is_cosine ? "cos" : "sin",
        {expression::quotient(expression::constant(static_cast<Real>(cell.place.row)),
                              expression::constant(at.length, length))});
}

std::string sinusoidal_formula(const Naming& naming) {
    const Sinusoid& how = sinusoid(naming.options);
    const std::string place = "pos / " + shortest(how.base);
    switch (how.waves) {
    case Waves::Alternating:
        return "sin, cos of " + place + "^{2i/d}";
    case Waves::Halves:
        return "sin, then cos of " + place + "^{2i/d}";
    case Waves::Tensor2Tensor:
        break;
    }
    return "sin, then cos of " + place + "^{i/(d/2 − 1)}";
}

} // namespace

constinit const Operation sinusoidal{
    "sinusoidal",
    sinusoidal_shape,
    run_sinusoidal,
    explain_sinusoidal,
    sinusoidal_formula,
    [](Backward&) { return Gradients{std::nullopt}; },
    "it follows from the places of the words, not from their numbers"};

} // namespace attn::operation
