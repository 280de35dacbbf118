// SPDX-License-Identifier: MIT
// Compares a document's graph with its trace: every stage by its operation alone, every gradient
// with central differences, and every number of a gradient with its own terms.
#include "core/document/explaining/sensitivity.h"
#include "core/document/model/evaluate.h"
#include "core/document/model/given.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/engine/graph/operation.h"
#include "tests/support/last_stage.h"
#include "tests/support/random_document.h"
#include "tests/support/random_without_x.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string_view>

namespace attn::graph_laws_test {

using attn::test::combinations;
using attn::test::last_with_gradient;
using attn::test::Random;
using attn::test::random_document;
using attn::test::random_document_of_any_kind;
using attn::test::random_document_without_x;
using attn::test::random_joined_document;

namespace {

std::vector<Matrix> run_of(const Document& document, const Graph& stages,
                           const Matrix* seed = nullptr) {
    return run(stages, [&](const SheetId& sheet) -> const Matrix& {
        const SharedMatrix* const matrix = input(document, sheet);
        return matrix ? **matrix : *seed;
    });
}

/// Expects numbers that differ only by rounding, or both not finite.
void expect_near(const Matrix& a, const Matrix& b, Real tolerance, const std::string& where) {
    ASSERT_EQ(a.rows(), b.rows()) << where;
    ASSERT_EQ(a.cols(), b.cols()) << where;
    for (Index row = 0; row < a.rows(); ++row)
        for (Index column = 0; column < a.cols(); ++column) {
            const Real one = a(row, column), other = b(row, column);
            if (std::isfinite(one) || std::isfinite(other)) {
                EXPECT_NEAR(one, other, tolerance * std::max(1.0, std::abs(one)))
                    << where << "[" << row << "," << column << "]";
            } else {
                EXPECT_TRUE(one == other || (std::isnan(one) && std::isnan(other))) << where;
            }
        }
}

/// Covers all switches, with joined heads in every second document; later seeds have options, and
/// the last begin without X.
constexpr std::uint32_t seeds_with_x = combinations + 160, all_seeds = seeds_with_x + 72;
Document some_document(std::uint32_t seed) {
    if (seed >= seeds_with_x)
        return random_document_without_x(seed);
    if (seed >= combinations)
        return random_document_of_any_kind(seed);
    return seed / 8 % 2 == 0 ? random_document(seed) : random_joined_document(seed);
}

class EveryDocument : public ::testing::TestWithParam<std::uint32_t> {};

} // namespace

TEST_P(EveryDocument, OperationsEqualTheFastPass) {
    for (std::uint32_t seed = GetParam(); seed < all_seeds; seed += 8) {
        const Document document = some_document(seed);
        const Trace trace = evaluate(document);
        const Graph stages = graph(document);
        const std::vector<Matrix> plain = run_of(document, stages);
        ASSERT_EQ(stages.size(), sheets(document).size()) << "seed " << seed;
        for (std::size_t at = 0; at < stages.size(); ++at) {
            const SheetId& sheet = stages[at].sheet;
            EXPECT_EQ(stages[at].shape, shape_of(document, sheet)) << to_text(sheet);
            expect_near(plain[at], matrix_of(document, trace, sheet), 1e-12,
                        to_text(sheet) + ", seed " + std::to_string(seed));
        }
    }
}

/// All cells of a small matrix, four drawn ones of a larger one.
std::vector<std::pair<Index, Index>> some_cells(Index rows, Index columns, Random& random) {
    std::vector<std::pair<Index, Index>> cells;
    for (Index at = 0; at < std::min<Index>(rows * columns, 4); ++at) {
        const Index cell = rows * columns <= 4 ? at : random.whole(0, rows * columns - 1);
        cells.emplace_back(cell / columns, cell % columns);
    }
    return cells;
}

/// Σ seed ⊙ output, and its gradient for every input by the chain of stages.
TEST_P(EveryDocument, GradientsEqualCentralDifferences) {
    std::size_t compared = 0, of_given_stages = 0;
    for (std::uint32_t number = GetParam(); number < all_seeds; number += 8) {
        Document document = some_document(number);
        Graph stages = graph(document);
        const auto last = last_with_gradient(document, stages, number);
        if (!last)
            continue;
        const std::size_t output = *last;
        const Shape shape = stages[output].shape;
        Random random(number);
        const Matrix weights = random.matrix(shape.rows, shape.columns);
        const Graph forward = stages;
        const std::size_t seed =
            stages.add({{Stage("seed")}, &operation::given, {}, {}, shape, {}});
        const auto gradients = add_gradients(stages, output, seed);
        const std::vector<Matrix> results = run_of(document, stages, &weights);
        if (!results[output].allFinite())
            continue; // A sum of 0 has no gradient.
        const auto loss = [&] {
            return run_of(document, forward)[output].cwiseProduct(weights).sum();
        };
        // The terms may be far larger than their sum, and rounding is relative to them.
        Real size = 0;
        for (std::size_t at = 0; at < forward.size(); ++at)
            if (results[at].size() > 0 && results[at].allFinite())
                size = std::max(size, results[at].cwiseAbs().maxCoeff());
        for (std::size_t at = 0; at <= output; ++at) {
            if (!forward.is_given(at) || !gradients[at])
                continue;
            SharedMatrix& matrix = *input(document, forward[at].sheet);
            const Matrix& gradient = results[*gradients[at]];
            const SharedMatrix kept = matrix;
            for (const auto& [row, column] : some_cells(kept.rows(), kept.cols(), random)) {
                const auto moved = [&](Real by) {
                    Matrix changed = *kept;
                    changed(row, column) += by;
                    matrix = changed;
                    return loss();
                };
                // Central differences with a step and half of it cancel the first term of the
                // error.
                const Real step = 1e-4;
                const Real wide = (moved(step) - moved(-step)) / (2 * step);
                const Real narrow = (moved(step / 2) - moved(-step / 2)) / step;
                const Real central = (4 * narrow - wide) / 3;
                matrix = kept;
                // Division by a sum near 0 is too steep for differences.
                if (!(std::abs(narrow - wide) < 1e-4 * std::max(1.0, std::abs(central))))
                    continue;
                EXPECT_NEAR(gradient(row, column), central,
                            1e-7 * std::max(1.0, std::abs(central)) +
                                5e-10 * size) // what differences round off
                    << to_text(forward[at].sheet) << "[" << row << "," << column << "], seed "
                    << number;
                ++compared;
                of_given_stages += is_given_stage(document, forward[at].sheet);
            }
        }
    }
    EXPECT_GT(compared, 200U);
    EXPECT_GT(of_given_stages, 20U);
}

TEST_P(EveryDocument, GradientsFollowFromTheirTerms) {
    for (std::uint32_t number = GetParam(); number < all_seeds; number += 8) {
        const Document document = some_document(number);
        Graph stages = graph(document);
        const std::size_t forward = stages.size();
        const auto last = last_with_gradient(document, stages, number);
        if (!last)
            continue;
        const std::size_t output = *last;
        const Shape shape = stages[output].shape;
        Random random(number);
        const Matrix weights = random.matrix(shape.rows, shape.columns);
        const std::size_t seed =
            stages.add({{Stage("seed")}, &operation::given, {}, {}, shape, {}});
        add_gradients(stages, output, seed);
        EXPECT_GT(stages.size(), forward + (has_x(document) ? 5U : 1U))
            << "the gradient has stages";
        const std::vector<Matrix> results = run_of(document, stages, &weights);
        const CellsOf cells_of = [&](std::size_t at) { return Cells(results[at]); };
        for (std::size_t at = forward + 1; at < stages.size(); ++at)
            for (Index row = 0; row < results[at].rows(); ++row)
                for (Index column = 0; column < results[at].cols(); ++column) {
                    const Place place{stages[at].sheet, row, column};
                    const Real value = results[at](row, column);
                    const Derivation derivation =
                        explain(stages, place, document.convention, cells_of);
                    if (!std::isfinite(value))
                        continue;
                    EXPECT_NEAR(evaluated(derivation), value,
                                1e-12 * std::max(1.0, std::abs(value)))
                        << to_text(place) << ", seed " << number;
                }
    }
}

/// Steps without a name are inside a formula, so no reader is sent to one.
TEST_P(EveryDocument, ExplainsEveryDerivativeByNamedStages) {
    std::size_t compared = 0;
    for (std::uint32_t number = GetParam(); number < all_seeds; number += 16) {
        const Document document = some_document(number);
        const Graph stages = graph(document);
        const auto last = last_with_gradient(document, stages, number);
        if (!last)
            continue;
        const Shape shape = stages[*last].shape;
        const Place of{stages[*last].sheet, shape.rows - 1, shape.columns - 1};
        const auto pass = backward_pass(document, evaluate(document), of);
        ASSERT_TRUE(pass) << pass.error().text();
        const auto formulas = gradient_formulas(document, pass->stages);
        for (std::size_t at = 0; at <= pass->stages.of; ++at) {
            const auto gradient = pass->stages.gradients[at];
            EXPECT_EQ(formulas[at].empty(), !gradient || at == pass->stages.of);
            EXPECT_EQ(formulas[at].find("d."), std::string::npos) << formulas[at];
            if (!gradient || info(stages[at].sheet.stage).is_by_query)
                continue;
            const Matrix& expected = pass->numbers[*gradient];
            for (Index row = 0; row < expected.rows(); ++row)
                for (Index column = 0; column < expected.cols(); ++column) {
                    const Derivation made =
                        derive_gradient(document, *pass, {stages[at].sheet, row, column});
                    const Real value = expected(row, column);
                    EXPECT_TRUE(made.result == value || std::isnan(value));
                    for (const Place& read : places(made))
                        EXPECT_EQ(read.sheet.stage.name().find(':'), std::string_view::npos)
                            << to_text(made.place) << " reads " << to_text(read);
                    if (!std::isfinite(value))
                        continue;
                    EXPECT_NEAR(evaluated(made), value, 1e-11 * std::max(1.0, std::abs(value)))
                        << to_text(made.place) << ", seed " << number;
                    ++compared;
                }
        }
    }
    EXPECT_GT(compared, 500U);
}

INSTANTIATE_TEST_SUITE_P(Seeds, EveryDocument, ::testing::Range(0U, 8U));

} // namespace attn::graph_laws_test
