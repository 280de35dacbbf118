// SPDX-License-Identifier: MIT
#include "tests/support/expressions.h"

#include <utility>
#include <vector>

namespace attn::test {

Derivation derivation_of(Expression expression) {
    Derivation made;
    made.place = {{Stage::Scores}, 0, 1};
    made.rule = Rule::Expression;
    made.result = evaluated(expression);
    made.expression = std::move(expression);
    return made;
}

namespace expressions {

using namespace attn::expression;

Expression at(Stage stage, Index row, Index column, Real value) {
    return number({{{stage}, row, column}, value});
}

namespace {

const std::vector<Real> query = {1, -2}, key = {3, 0.5};

Expression query_at(Index j) {
    return at(Stage::Q, 0, j, query[static_cast<std::size_t>(j)]);
}
Expression key_at(Index j) {
    return at(Stage::K, 1, j, key[static_cast<std::size_t>(j)]);
}

template <class Part>
Expression series_of(Index count, Part part) {
    std::vector<Expression> parts;
    for (Index j = 0; j < count; ++j)
        parts.push_back(part(j));
    return series(std::move(parts));
}

} // namespace

Expression turned() {
    const Expression angle = product({constant(4), constant(0.5, "θ_{0}")});
    return difference(product({at(Stage::Q, 0, 0, 2), call("cos", {angle})}),
                      product({at(Stage::Q, 0, 1, -3), call("sin", {angle})}));
}

Expression capped() {
    const Expression cap = constant(50, "c");
    return product({cap, call("tanh", {quotient(at(Stage::Scaled, 0, 1, 25), cap)})});
}

Expression deviation() {
    const Expression squares =
        series({square(at(Stage::X, 0, 0, 1)), square(at(Stage::X, 0, 1, -3))});
    return root(sum({quotient(squares, constant(2)), constant(1e-5, "ε")}));
}

Expression normed() {
    return quotient(difference(at(Stage::X, 0, 1, -3), at(Stage("mean"), 0, 0, -1)),
                    at(Stage("deviation"), 0, 0, 2));
}

Expression stretched() {
    return sum({product({at(Stage::Scaled, 0, 1, 3), at(Stage("gamma"), 0, 1, 0.5)}),
                at(Stage("beta"), 0, 1, -1)});
}

Expression gelu(Real x) {
    const Expression of = at(Stage::X, 0, 1, x);
    return product({quotient(of, constant(2)),
                    sum({constant(1), call("erf", {quotient(of, root(constant(2)))})})});
}

Expression silu(Real x) {
    const Expression of = at(Stage::X, 0, 1, x);
    return quotient(of, sum({constant(1), call("exp", {negative(of)})}));
}

Expression relu(Real x) {
    return call("max", {constant(0), at(Stage::X, 0, 1, x)});
}

Expression squared_distance() {
    return negative(
        quotient(series_of(2, [](Index j) { return square(difference(query_at(j), key_at(j))); }),
                 product({constant(2), square(constant(2, "σ"))})));
}

Expression additive(Index count) {
    return series_of(count, [](Index j) {
        const Real step = static_cast<Real>(j + 1);
        return product({at(Stage::WO, 0, j, step),
                        call("tanh", {sum({at(Stage::Q, 0, j, step), at(Stage::K, 1, j, -1)})})});
    });
}

Expression cosine() {
    return quotient(series_of(2,
                              [](Index j) {
                                  return product({query_at(j), key_at(j)});
                              }),
                    product({root(series_of(2, [](Index j) { return square(query_at(j)); })),
                             root(series_of(2, [](Index j) { return square(key_at(j)); }))}));
}

Expression less_far() {
    return difference(at(Stage::Scores, 0, 3, 2),
                      product({constant(0.25, "m"), constant(3, "|0 - 3|")}));
}

Expression rows_summed(Index rows) {
    return series_of(rows, [](Index j) {
        return at(Stage::V, j, 1, static_cast<Real>(j % 2 == 0 ? j + 1 : -j - 1));
    });
}

Expression of_two_indices() {
    return series_of(3, [](Index j) {
        return product({at(Stage::Weights, 0, j, 0.5), series_of(2, [j](Index k) {
                            return product({at(Stage::X, j, k, 2), at(Stage::WO, k, 1, 3)});
                        })});
    });
}

} // namespace expressions

} // namespace attn::test
