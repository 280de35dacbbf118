// SPDX-License-Identifier: MIT
// Tests one operation alone: a graph of its inputs and one stage, and the laws that every operation
// must obey.
#pragma once

#include "core/engine/graph/operation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

namespace attn::test {

struct OneOperation {
    const Operation& operation;
    std::vector<Matrix> inputs;
    Options options = {};

    /// A graph whose inputs are "A", "B", "C" and whose stage is "made".
    Graph graph() const {
        Graph stages;
        std::vector<std::size_t> read;
        for (std::size_t at = 0; at < inputs.size(); ++at)
            read.push_back(stages.add({{Stage(std::string(1, static_cast<char>('A' + at)))},
                                       &attn::operation::given,
                                       {},
                                       {},
                                       {inputs[at].rows(), inputs[at].cols()},
                                       {}}));
        stages.add({{Stage("made")}, &operation, read, options, {}, {}});
        return stages;
    }
    std::vector<Matrix> run_of(const Graph& stages, const Matrix* seed = nullptr) const {
        return attn::run(stages, [&](const SheetId& sheet) -> const Matrix& {
            return sheet.stage == Stage("seed")
                       ? *seed
                       : inputs[static_cast<std::size_t>(sheet.stage.name()[0] - 'A')];
        });
    }
    Matrix result() const { return run_of(graph()).back(); }
    /// Why the inputs do not fit, without the stage's name; empty if they do.
    std::string fault() const {
        std::vector<Shape> shapes;
        for (const Matrix& input : inputs)
            shapes.push_back({input.rows(), input.cols()});
        const auto shape = operation.shape(options, shapes);
        return shape ? "" : shape.error().text();
    }
    Derivation explained(Index row, Index column,
                         Convention convention = Convention::TokensAsRows) const {
        const Graph stages = graph();
        const std::vector<Matrix> results = run_of(stages);
        return explain(stages, {{Stage("made")}, row, column}, convention,
                       [&](std::size_t at) { return Cells(results[at]); });
    }
};

/// Expects every number of the stages from `first` on to equal its explanation.
inline void expect_explained(const Graph& stages, const std::vector<Matrix>& results,
                             std::size_t first, const std::string& where) {
    const CellsOf cells_of = [&](std::size_t at) { return Cells(results[at]); };
    for (const Convention convention : {Convention::TokensAsRows, Convention::TokensAsColumns})
        for (std::size_t at = first; at < stages.size(); ++at) {
            ASSERT_EQ(stages[at].shape, (Shape{results[at].rows(), results[at].cols()})) << where;
            for (Index row = 0; row < results[at].rows(); ++row)
                for (Index column = 0; column < results[at].cols(); ++column) {
                    const Place place{stages[at].sheet, row, column};
                    const Real value = results[at](row, column);
                    const Derivation made = explain(stages, place, convention, cells_of);
                    EXPECT_EQ(made.rule == Rule::Expression, made.expression.has_value());
                    if (std::isfinite(value))
                        EXPECT_NEAR(evaluated(made), value, 1e-13 * std::max(1.0, std::abs(value)))
                            << where << ", " << to_text(place);
                    else
                        EXPECT_EQ(evaluated(made), value) << where << ", " << to_text(place);
                }
        }
}

/// Expects every number to equal its explanation, and every gradient the central difference.
inline void expect_laws(OneOperation one, const Matrix& weights, const std::string& where) {
    Graph stages = one.graph();
    const std::size_t made = stages.size() - 1;
    const Graph forward = stages;
    const Shape shape = stages[made].shape;
    const std::size_t seed = stages.add({{Stage("seed")}, &operation::given, {}, {}, shape, {}});
    const auto gradients = add_gradients(stages, made, seed);
    const std::vector<Matrix> results = one.run_of(stages, &weights);
    expect_explained(stages, results, made, where);
    const auto loss = [&] { // Skips blocked cells, which are −∞ for any inputs.
        const Matrix made_now = one.run_of(forward).back();
        return made_now.array().isFinite().select(made_now.cwiseProduct(weights).array(), 0).sum();
    };
    for (std::size_t input = 0; input < one.inputs.size(); ++input) {
        if (!gradients[input])
            continue;
        Matrix& matrix = one.inputs[input];
        for (Index at = 0; at < matrix.size(); ++at) {
            const Real kept = matrix.data()[at], step = 1e-3;
            const auto slope = [&](Real by) {
                matrix.data()[at] = kept + by;
                const Real above = loss();
                matrix.data()[at] = kept - by;
                return (above - loss()) / (2 * by);
            };
            // Central differences with a step and half of it cancel the first term of the error.
            const Real central = (4 * slope(step / 2) - slope(step)) / 3;
            matrix.data()[at] = kept;
            EXPECT_NEAR(results[*gradients[input]].data()[at], central,
                        1e-8 * std::max(1.0, std::abs(central)))
                << where << ", input " << input << ", number " << at;
        }
    }
}

} // namespace attn::test
