// SPDX-License-Identifier: MIT
// Scores that are high if query and key are near: −‖q − k‖², or −‖q − k‖² / 2σ², whose softmax is
// the kernel regression of Nadaraya 1964 and Watson 1964; and the gradients of queries and keys.
#include "core/base/number_text.h"
#include "core/engine/operation.h"

#include <cmath>

namespace attn::operation {
namespace {

constexpr std::string_view only_a_step =
    "it is a step of a gradient, and gradients of gradients are not computed";

Real sigma(const Options& options) {
    return std::get<Distances>(options).sigma;
}

/// Says why the rows or σ do not fit; if there is a σ, σ² must also be a number above 0.
Result<> distance_scores_fits(const Options& options, const Shape& queries, const Shape& keys) {
    if (queries.columns != keys.columns)
        return Error{"rows of " + std::to_string(queries.columns) + " and of " +
                     std::to_string(keys.columns) + " numbers have no distance"};
    const Real width = sigma(options);
    if (width != 0 && !(width >= 1e-150 && width <= 1e150))
        return Error{"its σ is " + shortest(width) + ", expected a number" +
                     (width > 0 ? " between 1e-150 and 1e150" : " above 0")};
    return Nothing{};
}

Result<Shape> distance_scores_shape(const Options& options, std::span<const Shape> inputs) {
    if (const auto fitting = distance_scores_fits(options, inputs[0], inputs[1]); !fitting)
        return fitting.error();
    return Shape{inputs[0].rows, inputs[1].rows};
}

void run_distance_scores(const Options& options, std::span<const Matrix* const> inputs,
                         Matrix& result) {
    const Matrix &queries = *inputs[0], &keys = *inputs[1];
    const Real width = sigma(options);
    result.resize(queries.rows(), keys.rows());
    for (Index row = 0; row < queries.rows(); ++row)
        for (Index column = 0; column < keys.rows(); ++column) {
            Real total = 0;
            for (Index at = 0; at < queries.cols(); ++at) {
                const Real between = queries(row, at) - keys(column, at);
                total += between * between;
            }
            result(row, column) = width == 0 ? -total : -(total / (2 * (width * width)));
        }
}

Expression squared_sigma(const Options& options) {
    return expression::square(expression::constant(sigma(options), "σ"));
}

void explain_distance_scores(const Cell& cell, Derivation& made) {
    const Options& options = cell.node().options;
    std::vector<Expression> parts;
    for (Index at = 0; at < cell.shape(0).columns; ++at)
        parts.push_back(expression::square(
            expression::difference(expression::number(cell.factor(0, cell.place.row, at)),
                                   expression::number(cell.factor(1, cell.place.column, at)))));
    Expression total = expression::series(std::move(parts));
    if (sigma(options) != 0)
        total = expression::quotient(
            std::move(total),
            expression::product({expression::constant(2), squared_sigma(options)}));
    made.rule = Rule::Expression;
    made.label = "−|q − k|^{2}";
    made.expression = expression::negative(std::move(total));
}

/// Computes the gradient of Q or of K: each query is pulled towards the keys whose scores should
/// rise, or each key towards such queries. Inputs: upstream, Q, K. Σ upstream·2(k − q), divided by
/// 2σ² if there is a σ.
template <bool is_of_keys>
void pull_distance_scores(const Options& options, std::span<const Matrix* const> inputs,
                          Matrix& result) {
    const Matrix &upstream = *inputs[0], &queries = *inputs[1], &keys = *inputs[2];
    const Matrix &of = is_of_keys ? keys : queries, &to = is_of_keys ? queries : keys;
    const Real width = sigma(options);
    result = Matrix::Zero(of.rows(), of.cols());
    for (Index row = 0; row < of.rows(); ++row)
        for (Index at = 0; at < of.cols(); ++at) {
            Real total = 0;
            for (Index other = 0; other < to.rows(); ++other)
                total += (is_of_keys ? upstream(other, row) : upstream(row, other)) *
                         (to(other, at) - of(row, at));
            result(row, at) = width == 0 ? 2 * total : total / (width * width);
        }
}

template <bool is_of_keys>
void explain_pull_distance_scores(const Cell& cell, Derivation& made) {
    const Options& options = cell.node().options;
    const Index row = cell.place.row, at = cell.place.column;
    const std::size_t of = is_of_keys ? 2 : 1, to = is_of_keys ? 1 : 2;
    std::vector<Expression> parts;
    for (Index other = 0; other < cell.shape(to).rows; ++other)
        parts.push_back(expression::product(
            {expression::number(is_of_keys ? cell.factor(0, other, row)
                                           : cell.factor(0, row, other)),
             expression::difference(expression::number(cell.factor(to, other, at)),
                                    expression::number(cell.factor(of, row, at)))}));
    Expression total = expression::series(std::move(parts));
    made.rule = Rule::Expression;
    made.label = is_of_keys ? "pulled by queries" : "pulled by keys";
    made.expression = sigma(options) == 0
                          ? expression::product({expression::constant(2), std::move(total)})
                          : expression::quotient(std::move(total), squared_sigma(options));
}

template <bool is_of_keys>
Result<Shape> shape_of_pull_distance_scores(const Options& options, std::span<const Shape> inputs) {
    if (const auto fitting = distance_scores_fits(options, inputs[1], inputs[2]); !fitting)
        return fitting.error();
    if (inputs[0] != Shape{inputs[1].rows, inputs[2].rows})
        return Error{"the gradient of the scores is " + to_text(inputs[0]) + ", expected " +
                     to_text(Shape{inputs[1].rows, inputs[2].rows})};
    return inputs[is_of_keys ? 2 : 1];
}

template <bool is_of_keys>
std::string formula_of_pull_distance_scores(const Naming& naming) {
    const std::string &queries = naming.inputs[1], &keys = naming.inputs[2];
    const std::string sum = "Σ " + naming.inputs[0] + " (" +
                            (is_of_keys ? queries + " − " + keys : keys + " − " + queries) + ")";
    return sigma(naming.options) == 0 ? "2 " + sum : sum + " / σ^{2}";
}

Gradients distance_scores_gradient(Backward& back) {
    const std::vector<std::size_t> read = {back.upstream(), back.input(0), back.input(1)};
    return {back.add(pulled_queries, read, back.options()),
            back.add(pulled_keys, read, back.options())};
}

} // namespace

constinit const Operation distance_scores{
    "distance_scores",
    distance_scores_shape,
    run_distance_scores,
    explain_distance_scores,
    [](const Naming& naming) {
        return std::string("−|q − k|^{2}") + (sigma(naming.options) == 0 ? "" : " / 2σ^{2}");
    },
    distance_scores_gradient,
    {},
    [](std::size_t input, const Spot& at, const Shape&) -> std::vector<Spot> {
        return {input == 0 ? Spot{at.row, 0} : Spot{0, at.row}};
    }};

constinit const Operation pulled_queries{"pulled_queries",
                                         shape_of_pull_distance_scores<false>,
                                         pull_distance_scores<false>,
                                         explain_pull_distance_scores<false>,
                                         formula_of_pull_distance_scores<false>,
                                         nullptr,
                                         only_a_step};

constinit const Operation pulled_keys{"pulled_keys",
                                      shape_of_pull_distance_scores<true>,
                                      pull_distance_scores<true>,
                                      explain_pull_distance_scores<true>,
                                      formula_of_pull_distance_scores<true>,
                                      nullptr,
                                      only_a_step};

} // namespace attn::operation
