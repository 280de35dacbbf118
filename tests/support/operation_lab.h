// SPDX-License-Identifier: MIT
// Runs a small graph with numbers and checks every number against its derivation and every gradient
// against central differences.
#pragma once

#include "core/engine/graph/operation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace attn::test {

/// A graph and the numbers of its inputs.
class Lab {
public:
    std::size_t give(const std::string& name, const Matrix& matrix) {
        given_[name] = matrix;
        return graph.add(
            {{Stage(name)}, &operation::given, {}, {}, {matrix.rows(), matrix.cols()}, {}});
    }
    /// Adds an input with numbers between −2 and 2.
    std::size_t give(const std::string& name, Index rows, Index columns) {
        return give(name, random(rows, columns));
    }
    /// Adds an input with numbers between 0.5 and 2.5.
    std::size_t give_positive(const std::string& name, Index rows, Index columns) {
        return give(name, (random(rows, columns).array() / 2 + 1.5).matrix());
    }
    std::size_t add(const std::string& name, const Operation& by, std::vector<std::size_t> inputs,
                    Options options = {}) {
        return graph.add({{Stage(name)}, &by, std::move(inputs), std::move(options), {}, {}});
    }
    std::vector<Matrix> run() const { return run_of(graph); }
    Matrix last() const { return run().back(); }
    const Matrix& given(const std::string& name) const { return given_.at(name); }

    void expect_derived() const {
        const std::vector<Matrix> results = run();
        const CellsOf cells_of = [&](std::size_t at) { return Cells(results[at]); };
        for (const Convention convention : {Convention::TokensAsRows, Convention::TokensAsColumns})
            for (std::size_t at = 0; at < graph.size(); ++at)
                for (Index row = 0; row < results[at].rows(); ++row)
                    for (Index column = 0; column < results[at].cols(); ++column) {
                        const Place place{graph[at].sheet, row, column};
                        const Derivation made = explain(graph, place, convention, cells_of);
                        const Real value = results[at](row, column);
                        EXPECT_NEAR(evaluated(made), value, 1e-14 * std::max(1.0, std::abs(value)))
                            << to_text(place) << " by " << graph[at].operation->name;
                        EXPECT_EQ(made.rule == Rule::Expression, made.expression.has_value());
                        EXPECT_TRUE(graph.is_given(at) || made.rule == Rule::Chosen ||
                                    made.rule == Rule::Undefined || !places(made).empty())
                            << to_text(place) << " comes from somewhere";
                    }
    }

    /// Checks the gradient of Σ seed ⊙ last stage with respect to every input except `without`.
    void expect_gradients(const std::set<std::string>& without = {}) {
        const Graph forward = graph;
        const std::size_t of = graph.size() - 1;
        const Shape shape = graph[of].shape;
        const std::size_t seed = give("seed", shape.rows, shape.columns);
        const auto gradients = add_gradients(graph, of, seed);
        const std::vector<Matrix> results = run();
        const auto total = [&] { return run_of(forward)[of].cwiseProduct(given_["seed"]).sum(); };
        for (std::size_t at = 0; at < forward.size(); ++at) {
            const std::string name(forward[at].sheet.stage.name());
            if (!forward.is_given(at))
                continue;
            ASSERT_EQ(gradients[at].has_value(), !without.contains(name)) << name;
            if (!gradients[at])
                continue;
            ASSERT_EQ(graph[*gradients[at]].shape, forward[at].shape) << name;
            Matrix& matrix = given_[name];
            for (Index row = 0; row < matrix.rows(); ++row)
                for (Index column = 0; column < matrix.cols(); ++column) {
                    const Real kept = matrix(row, column);
                    const auto difference = [&](Real step) {
                        matrix(row, column) = kept + step;
                        const Real above = total();
                        matrix(row, column) = kept - step;
                        const Real below = total();
                        matrix(row, column) = kept;
                        return (above - below) / (2 * step);
                    };
                    // A half step cancels the first term of the error.
                    const Real central = (4 * difference(5e-5) - difference(1e-4)) / 3;
                    EXPECT_NEAR(results[*gradients[at]](row, column), central,
                                1e-8 * std::max(1.0, std::abs(central)))
                        << name << "[" << row << "," << column << "]";
                }
        }
        expect_derived();
    }

    Graph graph;

private:
    Matrix random(Index rows, Index columns) {
        std::uniform_real_distribution<Real> numbers(-2, 2);
        Matrix matrix(rows, columns);
        for (Index row = 0; row < rows; ++row)
            for (Index column = 0; column < columns; ++column)
                matrix(row, column) = numbers(words_);
        return matrix;
    }
    std::vector<Matrix> run_of(const Graph& stages) const {
        return attn::run(stages, [&](const SheetId& sheet) -> const Matrix& {
            return given_.at(std::string(sheet.stage.name()));
        });
    }

    std::mt19937 words_{7};
    std::map<std::string, Matrix> given_;
};

} // namespace attn::test
