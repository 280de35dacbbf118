// SPDX-License-Identifier: MIT
// An input: its numbers are given.

#include "core/engine/graph/operation.h"
#include "core/engine/operations/rows.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace attn::operation {

constinit const Operation given{"given", nullptr, nullptr,
                                [](const Cell&, Derivation& made) { made.rule = Rule::Given; },
                                [](const Naming&) { return std::string(); }};

// The numbers of another stage, unchanged: Q = X without projections.

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

// Adds several stages of one shape: a residual connection, x + attention (He et al. 2016), and the
// sum of the gradients that a stage's readers give.

namespace {

void add_two(const Options&, std::span<const RowsOf<const Real>> inputs, RowsOf<Real> result) {
    cells(result) = cells(inputs[0]) + cells(inputs[1]);
}

void run_sum(const Options& options, std::span<const Matrix* const> inputs, Matrix& result) {
    if (inputs.size() == 2)
        return run_rows_alike<add_two>(options, inputs, result);
    result = *inputs[0];
    for (const Matrix* const input : inputs.subspan(1))
        result += *input;
}

void explain_sum(const Cell& cell, Derivation& made) {
    made.rule = Rule::SumOfProducts;
    for (std::size_t input = 0; input < cell.node().inputs.size(); ++input) {
        made.terms.push_back({{cell.factor(input, cell.place.row, cell.place.column)}});
        made.formula +=
            (input == 0 ? "" : " + ") + cell.name(input, cell.place.row, cell.place.column);
    }
}

std::string sum_formula(const Naming& naming) {
    std::string text;
    for (const std::string& input : naming.inputs)
        text += (text.empty() ? "" : " + ") + input;
    return text;
}

Gradients sum_gradient(Backward& back) {
    return Gradients(back.node().inputs.size(), back.upstream());
}

} // namespace

constinit const Operation sum{
    "sum",
    same_shapes,
    run_sum,
    explain_sum,
    sum_formula,
    sum_gradient,
    {},
    at_the_same_place,
    [](const Node& node) -> RunRows* { return node.inputs.size() == 2 ? add_two : nullptr; }};

// Subtracts one stage from another, cell by cell: the ratings less their reconstruction.

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

// Flips the sign of another stage: the gradient of a number that was subtracted.

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

// Multiplies two stages cell by cell: SwiGLU gates each hidden number (Shazeer 2020, "GLU Variants
// Improve Transformer"), and the gradient of softmax is weights ⊙ (the gradient less a sum).

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

// Multiplies a stage by a single number, such as the gradient of a loss: the chain rule's step from
// the loss back to what it compares.

namespace {

Result<Shape> times_number_shape(const Options&, std::span<const Shape> inputs) {
    if (inputs[1] != Shape{1, 1})
        return Error{"it is multiplied by " + to_text(inputs[1]) + " numbers, expected " +
                     to_text(Shape{1, 1})};
    return inputs[0];
}

void run_times_number(const Options&, std::span<const Matrix* const> inputs, Matrix& result) {
    result = *inputs[0] * (*inputs[1])(0, 0);
}

void explain_times_number(const Cell& cell, Derivation& made) {
    const Index row = cell.place.row, column = cell.place.column;
    made.rule = Rule::SumOfProducts;
    made.terms = {{{cell.factor(0, row, column), cell.factor(1, 0, 0)}}};
    made.formula = cell.name(0, row, column) + " · " + cell.name(1, 0, 0);
}

Gradients times_number_gradient(Backward& back) {
    const std::size_t shared = back.add(each, {back.upstream(), back.input(0)});
    const std::size_t rows = back.add(line_sum, {shared}, Axis::Rows);
    return {back.add(times_number, {back.upstream(), back.input(1)}),
            back.add(line_sum, {rows}, Axis::Columns)};
}

} // namespace

constinit const Operation times_number{
    "times_number",
    times_number_shape,
    run_times_number,
    explain_times_number,
    [](const Naming& naming) { return naming.inputs[0] + " · " + naming.inputs[1]; },
    times_number_gradient,
    {},
    [](std::size_t input, const Spot& at, const Shape&) -> std::vector<Spot> {
        return {input == 0 ? at : Spot{0, 0}};
    }};

// The mean of several stages of one shape, number by number. For the weights of all heads it is
// what torch.nn.MultiheadAttention returns beside its output (average_attn_weights).

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
