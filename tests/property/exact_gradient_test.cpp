// SPDX-License-Identifier: MIT
// Compares every gradient of seeded documents, over all switches and options, with differences of
// the stages in extended precision.
#include "core/document/model/evaluate.h"
#include "core/document/model/given.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/engine/graph/operation.h"
#include "core/engine/numbers/normalisers.h"
#include "tests/support/exact_graph.h"
#include "tests/support/last_stage.h"
#include "tests/support/random_document.h"
#include "tests/support/random_without_x.h"
#include "tests/support/times.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace attn;
using attn::test::Long;
using attn::test::LongMatrix;
using attn::test::Random;
using attn::test::run_exactly;

namespace {

/// Adds a cross-entropy of the document's open weights.
Document with_cross_entropy(Document document, std::uint32_t number) {
    const Matrix weights = matrix_of(document, evaluate(document), {Stage::Weights});
    document.options.loss = Loss{{Stage::Weights}, Loss::Kind::CrossEntropy};
    const Matrix drawn = Random(number).matrix(weights.rows(), weights.cols());
    document.of_options[{Stage::Target, 0}] =
        Matrix((weights.array() > 0).select(drawn.cwiseAbs(), 0));
    return document;
}

/// Half of the documents have options, and half of these a loss; a third vary all switches, some
/// with joined heads; a sixth begin without X.
Document some_document(std::uint32_t number) {
    if (number % 6 == 5)
        return attn::test::random_document_without_x(number);
    if (number % 3 != 1)
        return attn::test::random_document_of_any_kind(number);
    Document plain = number % 2 == 0 ? attn::test::random_document(number)
                                     : attn::test::random_joined_document(number);
    const bool has_shares = is_of_powers(plain.switches.normaliser);
    return number % 4 == 0 && has_shares ? with_cross_entropy(std::move(plain), number) : plain;
}

/// Computes Σ seed ⊙ stage from the inputs.
struct Total {
    const Graph& graph;
    std::size_t of;
    LongMatrix seed;
    std::vector<LongMatrix> numbers;

    Long now() {
        run_exactly(graph, of, numbers);
        return numbers[of].cwiseProduct(seed).sum();
    }
    /// Central differences with a step and half of it cancel the first term of the error. `rough`:
    /// the difference of both, which is large near a corner or pole.
    Long slope(std::size_t input, Index at, Long& rough) {
        Long& number = numbers[input].data()[at];
        const Long kept = number;
        const auto difference = [&](Long step) {
            number = kept + step;
            const Long above = now();
            number = kept - step;
            const Long below = now();
            number = kept;
            return (above - below) / (2 * step);
        };
        const Long wide = difference(1e-4L), narrow = difference(5e-5L);
        rough = std::abs(wide - narrow);
        return (4 * narrow - wide) / 3;
    }
};

struct Count {
    int compared = 0, left_out = 0, undefined = 0;
    int of_given_stages = 0; // how many compared gradients are of given stages
    std::set<const Operation*> operations;
};

void compare(std::uint32_t number, Count& count) {
    const Document document = some_document(number);
    Graph stages = graph(document);
    const Graph forward = stages;
    const auto last = attn::test::last_with_gradient(document, stages, number);
    if (!last)
        return;
    const std::size_t of = *last;
    const Shape shape = stages[of].shape;
    const Matrix weights = Random(number).matrix(shape.rows, shape.columns);
    const std::size_t seed = stages.add({{Stage("seed")}, &operation::given, {}, {}, shape, {}});
    const auto gradients = add_gradients(stages, of, seed);
    const std::vector<Matrix> results = run(stages, [&](const SheetId& sheet) -> const Matrix& {
        const SharedMatrix* const matrix = input(document, sheet);
        return matrix ? **matrix : weights;
    });
    if (!results[of].allFinite())
        return;                    // A sum of 0 has no gradient.
    constexpr Real steepest = 1e4; // a share of a sum near 0, whose digits doubles have lost
    for (std::size_t at = 0; at < forward.size(); ++at)
        if (info(forward[at].sheet.stage).family == Family::Weights &&
            results[at].cwiseAbs().maxCoeff() > steepest)
            return;
    Total total{forward, of, weights.cast<Long>(), {}};
    total.numbers.resize(forward.size());
    for (std::size_t at = 0; at < forward.size(); ++at)
        if (forward.is_given(at))
            total.numbers[at] = results[at].cast<Long>();
    const Long all = total.now();
    if (!std::isfinite(all)) { // double has a rounded number instead of 0 / 0
        ++count.undefined;
        return;
    }
    ASSERT_NEAR(static_cast<Real>(all), results[of].cwiseProduct(weights).sum(),
                1e-9 * std::max<Real>(1, results[of].cwiseAbs().maxCoeff()))
        << "document " << number << ": both compute the same";
    // The rounding of differences of large numbers: some units of their last digit over the step.
    Real largest = 0;
    for (const Matrix& matrix : results)
        for (Index cell = 0; cell < matrix.size(); ++cell)
            if (const Real found = std::abs(matrix.data()[cell]); std::isfinite(found))
                largest = std::max(largest, found);
    const Real rounded =
        largest * static_cast<Real>(20 * std::numeric_limits<Long>::epsilon() / 1e-4L);
    for (std::size_t at = 0; at <= of; ++at) {
        count.operations.insert(forward[at].operation);
        if (!forward.is_given(at) || !gradients[at])
            continue;
        const Matrix& gradient = results[*gradients[at]];
        // A small gradient may remain of large parts that cancel.
        const Real size = std::max<Real>(1, gradient.cwiseAbs().maxCoeff());
        // A steep gradient changes with its square, and so does what rounding does to it.
        const Real steep = 100 * std::numeric_limits<Real>::epsilon() * size * size;
        for (Index cell = 0; cell < gradient.size(); ++cell) {
            Long rough = 0;
            const Long central = total.slope(at, cell, rough);
            // The relative error of `central` is about the square of the relative `rough`.
            const Long whole = std::max<Long>(1, std::abs(central));
            if (!(rough < 2e-5L * whole)) {
                ++count.left_out;
                continue;
            }
            ++count.compared;
            count.of_given_stages += is_given_stage(document, forward[at].sheet);
            EXPECT_NEAR(gradient.data()[cell], static_cast<Real>(central),
                        1e-9 * size + steep + rounded + static_cast<Real>(rough * rough / whole))
                << to_text(forward[at].sheet) << ", number " << cell << ", document " << number;
        }
    }
}

} // namespace

TEST(ExactGradients, EqualDifferencesInExtendedPrecision) {
    Count count;
    const int documents = attn::test::times(50);
    for (int number = 0; number < documents; ++number)
        compare(static_cast<std::uint32_t>(number), count);
    EXPECT_GT(count.compared, 30 * documents);
    EXPECT_GT(count.of_given_stages, documents);
    EXPECT_LT(count.left_out, count.compared / 50) << "corners and poles are rare";
    EXPECT_LE(count.undefined, documents / 100) << "and so is 0 / 0";
    for (const Operation* const each : {&operation::product,
                                        &operation::product_transposed,
                                        &operation::scaled,
                                        &operation::masked,
                                        &operation::normalised,
                                        &operation::joined,
                                        &operation::rotated,
                                        &operation::alibi,
                                        &operation::bucketed,
                                        &operation::with_bias,
                                        &operation::general_scores,
                                        &operation::additive_scores,
                                        &operation::cosine_scores,
                                        &operation::distance_scores,
                                        &operation::limited,
                                        &operation::line_mean,
                                        &operation::root_mean_square,
                                        &operation::sample_deviation,
                                        &operation::less_line,
                                        &operation::over_line,
                                        &operation::stretched,
                                        &operation::activated,
                                        &operation::each,
                                        &operation::sum,
                                        &operation::sinusoidal,
                                        &operation::squared_error,
                                        &operation::cross_entropy})
        EXPECT_TRUE(count.operations.contains(each)) << each->name << " is in no document";
}

/// Makes sure that the comparison can fail.
TEST(ExactGradients, DetectAWrongFormula) {
    const Document document = new_document();
    const Graph stages = graph(document);
    const std::size_t of = *attn::test::last_with_gradient(document, stages, 0);
    std::vector<LongMatrix> numbers(stages.size());
    for (std::size_t at = 0; at < stages.size(); ++at)
        if (stages.is_given(at))
            numbers[at] = (*input(document, stages[at].sheet))->cast<Long>();
    Total total{stages, of, LongMatrix::Ones(stages[of].shape.rows, stages[of].shape.columns),
                numbers};
    Long rough = 0;
    const Long right = total.slope(0, 0, rough);
    total.seed(0, 0) += 1e-6L;
    EXPECT_GT(std::abs(total.slope(0, 0, rough) - right), 1e-9L);
}
