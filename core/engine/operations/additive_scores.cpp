// SPDX-License-Identifier: MIT
// Scores by a small network: score[i,j] = Σ u[a]·tanh(A[i,a] + B[j,a]), where A and B are queries
// and keys times learned matrices (Bahdanau, Cho and Bengio 2015, section A.1.2); and the gradients
// of A, B and u.
#include "core/engine/operation.h"

#include <cmath>

namespace attn::operation {
namespace {

constexpr std::string_view only_a_step =
    "it is a step of a gradient, and gradients of gradients are not computed";

/// Says why A, B and u do not fit; they are the last three shapes.
Result<> additive_scores_fits(const Shape& a, const Shape& b, const Shape& u) {
    if (a.columns != b.columns)
        return Error{"rows of " + std::to_string(a.columns) + " and of " +
                     std::to_string(b.columns) + " numbers cannot be added"};
    if (u != Shape{1, a.columns})
        return Error{"what weighs their sums is " + to_text(u) + ", expected " +
                     to_text(Shape{1, a.columns})};
    return Nothing{};
}

Result<Shape> additive_scores_shape(const Options&, std::span<const Shape> inputs) {
    if (const auto fitting = additive_scores_fits(inputs[0], inputs[1], inputs[2]); !fitting)
        return fitting.error();
    return Shape{inputs[0].rows, inputs[1].rows};
}

void run_additive_scores(const Options&, std::span<const Matrix* const> inputs, Matrix& result) {
    const Matrix &a = *inputs[0], &b = *inputs[1], &u = *inputs[2];
    result.resize(a.rows(), b.rows());
    for (Index row = 0; row < a.rows(); ++row)
        for (Index column = 0; column < b.rows(); ++column) {
            Real total = 0;
            for (Index at = 0; at < a.cols(); ++at)
                total += u(0, at) * std::tanh(a(row, at) + b(column, at));
            result(row, column) = total;
        }
}

/// tanh(A[row,at] + B[column,at]), where A is the input `first` and B follows it.
Expression met(const Cell& cell, std::size_t first, Index row, Index column, Index at) {
    return expression::call(
        "tanh", {expression::sum({expression::number(cell.factor(first, row, at)),
                                  expression::number(cell.factor(first + 1, column, at))})});
}

void explain_additive_scores(const Cell& cell, Derivation& made) {
    std::vector<Expression> parts;
    for (Index at = 0; at < cell.shape(0).columns; ++at)
        parts.push_back(expression::product({expression::number(cell.factor(2, 0, at)),
                                             met(cell, 0, cell.place.row, cell.place.column, at)}));
    made.rule = Rule::Expression;
    made.label = "Σ u|tanh(q + k)";
    made.expression = expression::series(std::move(parts));
}

/// Adds up the gradient of A over the keys, or of B over the queries. Inputs: upstream, A, B, u.
template <bool is_of_keys>
void pull_additive_scores(const Options&, std::span<const Matrix* const> inputs, Matrix& result) {
    const Matrix &upstream = *inputs[0], &a = *inputs[1], &b = *inputs[2], &u = *inputs[3];
    const Matrix& of = is_of_keys ? b : a;
    result = Matrix::Zero(of.rows(), of.cols());
    for (Index row = 0; row < a.rows(); ++row)
        for (Index column = 0; column < b.rows(); ++column)
            for (Index at = 0; at < a.cols(); ++at) {
                const Real reached = std::tanh(a(row, at) + b(column, at));
                result(is_of_keys ? column : row, at) +=
                    upstream(row, column) * u(0, at) * (1 - reached * reached);
            }
}

template <bool is_of_keys>
void explain_pull_additive_scores(const Cell& cell, Derivation& made) {
    const Index at = cell.place.column;
    const Index count = is_of_keys ? cell.shape(1).rows : cell.shape(2).rows;
    std::vector<Expression> parts;
    for (Index other = 0; other < count; ++other) {
        const Index row = is_of_keys ? other : cell.place.row;
        const Index column = is_of_keys ? cell.place.row : other;
        parts.push_back(expression::product(
            {expression::number(cell.factor(0, row, column)),
             expression::number(cell.factor(3, 0, at)),
             expression::difference(expression::constant(1),
                                    expression::square(met(cell, 1, row, column, at)))}));
    }
    made.rule = Rule::Expression;
    made.label = "Σ over the scores";
    made.expression = expression::series(std::move(parts));
}

template <std::size_t of>
Result<Shape> shape_of_pull_additive_scores(const Options&, std::span<const Shape> inputs) {
    if (const auto fitting = additive_scores_fits(inputs[1], inputs[2], inputs[3]); !fitting)
        return fitting.error();
    if (inputs[0] != Shape{inputs[1].rows, inputs[2].rows})
        return Error{"the gradient of the scores is " + to_text(inputs[0]) + ", expected " +
                     to_text(Shape{inputs[1].rows, inputs[2].rows})};
    return inputs[of];
}

std::string formula_of_pull_additive_scores(const Naming& naming) {
    return "Σ " + naming.inputs[0] + " · " + naming.inputs[3] + " (1 − tanh²(" + naming.inputs[1] +
           " + " + naming.inputs[2] + "))";
}

/// Computes the gradient of u. Inputs: upstream, A, B, u.
void weigh(const Options&, std::span<const Matrix* const> inputs, Matrix& result) {
    const Matrix &upstream = *inputs[0], &a = *inputs[1], &b = *inputs[2];
    result = Matrix::Zero(1, a.cols());
    for (Index row = 0; row < a.rows(); ++row)
        for (Index column = 0; column < b.rows(); ++column)
            for (Index at = 0; at < a.cols(); ++at)
                result(0, at) += upstream(row, column) * std::tanh(a(row, at) + b(column, at));
}

void explain_weigh(const Cell& cell, Derivation& made) {
    std::vector<Expression> parts;
    for (Index row = 0; row < cell.shape(1).rows; ++row)
        for (Index column = 0; column < cell.shape(2).rows; ++column)
            parts.push_back(expression::product({expression::number(cell.factor(0, row, column)),
                                                 met(cell, 1, row, column, cell.place.column)}));
    made.rule = Rule::Expression;
    made.label = "Σ over the scores";
    made.expression = expression::series(std::move(parts));
}

Gradients additive_scores_gradient(Backward& back) {
    const std::vector<std::size_t> read = {back.upstream(), back.input(0), back.input(1),
                                           back.input(2)};
    return {back.add(additive_queries, read), back.add(additive_keys, read),
            back.add(additive_weights, read)};
}

} // namespace

constinit const Operation additive_scores{
    "additive_scores",
    additive_scores_shape,
    run_additive_scores,
    explain_additive_scores,
    [](const Naming& naming) {
        return "Σ " + naming.inputs[2] + " tanh(" + naming.inputs[0] + " + " + naming.inputs[1] +
               ")";
    },
    additive_scores_gradient,
    {},
    [](std::size_t input, const Spot& at, const Shape&) -> std::vector<Spot> {
        return {input == 0 ? Spot{at.row, 0} : input == 1 ? Spot{0, at.row} : Spot{0, 0}};
    }};

constinit const Operation additive_queries{"additive_queries",
                                           shape_of_pull_additive_scores<1>,
                                           pull_additive_scores<false>,
                                           explain_pull_additive_scores<false>,
                                           formula_of_pull_additive_scores,
                                           nullptr,
                                           only_a_step};

constinit const Operation additive_keys{"additive_keys",
                                        shape_of_pull_additive_scores<2>,
                                        pull_additive_scores<true>,
                                        explain_pull_additive_scores<true>,
                                        formula_of_pull_additive_scores,
                                        nullptr,
                                        only_a_step};

constinit const Operation additive_weights{"additive_weights",
                                           shape_of_pull_additive_scores<3>,
                                           weigh,
                                           explain_weigh,
                                           [](const Naming& naming) {
                                               return "Σ " + naming.inputs[0] + " · tanh(" +
                                                      naming.inputs[1] + " + " + naming.inputs[2] +
                                                      ")";
                                           },
                                           nullptr,
                                           only_a_step};

} // namespace attn::operation
