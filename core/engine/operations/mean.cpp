// SPDX-License-Identifier: MIT
// The mean of several stages of one shape, number by number. For the weights of all heads it is
// what torch.nn.MultiheadAttention returns beside its output (average_attn_weights).
#include "core/engine/operation.h"
#include "core/engine/operations/shapes.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace attn::operation {
namespace {

Divisor by_inputs(std::size_t count) {
    return {"", static_cast<Real>(count), false};
}

void run_mean(const Options&, std::span<const Matrix* const> inputs, Matrix& result) {
    result = *inputs[0];
    for (const Matrix* const input : inputs.subspan(1))
        result += *input;
    result /= static_cast<Real>(inputs.size());
}

void explain_mean(const Cell& cell, Derivation& made) {
    const std::size_t count = cell.node().inputs.size();
    std::vector<Expression> numbers;
    for (std::size_t input = 0; input < count; ++input)
        numbers.push_back(
            expression::number(cell.factor(input, cell.place.row, cell.place.column)));
    made.rule = Rule::Expression;
    made.expression = expression::quotient(expression::sum(std::move(numbers)),
                                           expression::constant(static_cast<Real>(count)));
    made.label = "mean";
}

/// Inputs that share a name are the stages of the heads h.
std::string mean_formula(const Naming& naming) {
    const std::vector<std::string>& names = naming.inputs;
    const std::string count = std::to_string(names.size());
    if (std::count(names.begin(), names.end(), names.front()) ==
        static_cast<std::ptrdiff_t>(names.size()))
        return "Σ_{h} " + names.front() + "_{h} / " + count;
    std::string text;
    for (const std::string& input : names)
        text += (text.empty() ? "(" : " + ") + input;
    return text + ") / " + count;
}

/// Gives every input the same share.
Gradients mean_gradient(Backward& back) {
    const std::size_t count = back.node().inputs.size();
    const std::size_t share =
        back.add(scaled, {back.upstream()}, std::vector<Divisor>{by_inputs(count)});
    return Gradients(count, share);
}

} // namespace

constinit const Operation mean{"mean",       same_shapes,   run_mean, explain_mean,
                               mean_formula, mean_gradient, {},       at_the_same_place};

} // namespace attn::operation
