// SPDX-License-Identifier: MIT
// Laws of attention that hold for any numbers.
#include "core/document/model/evaluate.h"
#include "core/engine/pass/normalise.h"
#include "tests/support/random_document.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace attn;
using attn::test::combinations;
using attn::test::Random;
using attn::test::random_document;

namespace {

template <class Law>
void for_all_documents(Law law) {
    for (std::uint32_t seed = 1; seed <= combinations; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        law(random_document(seed));
        if (::testing::Test::HasFatalFailure())
            return;
    }
}

/// Compares bit by bit; NaN equals NaN. Both must have the same shape.
bool identical(const Matrix& a, const Matrix& b) {
    return SharedMatrix(a) == SharedMatrix(b);
}

bool identical(const HeadTrace& a, const HeadTrace& b) {
    for (std::size_t stage = 0; stage < made_stages; ++stage)
        if (!identical(a.matrices.at(head_stages[stage]), b.matrices.at(head_stages[stage])))
            return false;
    return a.no_key == b.no_key;
}

/// Compares up to rounding, for sums in another order. `slack` allows for what dividing by a small
/// sum magnifies.
void expect_near(const Matrix& a, const Matrix& b, Real slack = 1e-11) {
    ASSERT_EQ(a.rows(), b.rows());
    ASSERT_EQ(a.cols(), b.cols());
    for (Index at = 0; at < a.size(); ++at)
        EXPECT_NEAR(a.data()[at], b.data()[at], slack * std::max(1.0, std::abs(b.data()[at])));
}

/// The lines that should sum to 1, as rows of the result.
Matrix lines(const Matrix& weights, Axis axis) {
    return axis == Axis::Rows ? weights : Matrix(weights.transpose());
}

} // namespace

TEST(Weights, EachLineSumsToOneUnlessItHasNoKey) {
    for_all_documents([](const Document& document) {
        const Switches& switches = document.switches;
        for (const HeadTrace& head : evaluate(document).heads) {
            const Matrix weights = lines(head[Stage::Weights], switches.axis);
            for (Index line = 0; line < weights.rows(); ++line) {
                const bool no_key = head.no_key[static_cast<std::size_t>(line)];
                EXPECT_NEAR(weights.row(line).sum(), no_key ? 0 : 1, 1e-11);
                EXPECT_TRUE(!no_key || weights.row(line).isZero(0));
                EXPECT_TRUE(switches.normaliser == Normaliser::Sum ||
                            weights.row(line).minCoeff() >= 0);
            }
        }
    });
}

TEST(Weights, OnlyBlockedWeightsOfSoftmaxAreZero) {
    for_all_documents([](const Document& document) {
        const Switches& switches = document.switches;
        for (const HeadTrace& head : evaluate(document).heads)
            for (Index row = 0; row < head[Stage::Weights].rows(); ++row)
                for (Index column = 0; column < head[Stage::Weights].cols(); ++column) {
                    const Real weight = head[Stage::Weights](row, column);
                    const bool blocked = is_blocked(switches.mask, row, column);
                    EXPECT_TRUE(blocked ? weight == 0
                                        : weight > 0 || !is_of_powers(switches.normaliser));
                }
    });
}

TEST(Weights, UnderACausalMaskTheUpperTriangleIsExactlyZero) {
    for_all_documents([](Document document) {
        document.switches.mask = {Mask::Kind::Causal, {}};
        for (const HeadTrace& head : evaluate(document).heads)
            EXPECT_TRUE(
                Matrix(head[Stage::Weights].triangularView<Eigen::StrictlyUpper>()).isZero(0));
    });
}

TEST(Softmax, AddingAConstantToTheScoresChangesNothing) {
    for (std::uint32_t seed = 1; seed <= 200; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        const Matrix scores = random.matrix(random.whole(1, 6), random.whole(1, 6), 5);
        const Matrix moved = scores.array() + random.real(-5000, 5000);
        for (const Axis axis : {Axis::Rows, Axis::Columns}) {
            const auto softmax = [&](const Matrix& of) {
                return normalise(of, {}, Normaliser::Softmax, axis).weights;
            };
            expect_near(softmax(moved), softmax(scores), 1e-12);
        }
    }
}

TEST(Softmax, TheNaiveFormulaAgreesUnlessItOverflows) {
    for_all_documents([](Document document) {
        document.switches.normaliser = Normaliser::Softmax;
        const Trace trace = evaluate(document);
        document.switches.normaliser = Normaliser::NaiveSoftmax;
        const Trace naive = evaluate(document);
        for (std::size_t head = 0; head < trace.heads.size(); ++head)
            expect_near(naive.heads[head][Stage::Weights], trace.heads[head][Stage::Weights]);
    });
}

TEST(Attention, PermutingTheWordsPermutesTheResult) {
    for_all_documents([](Document document) {
        if (document.switches.mask.kind == Mask::Kind::Causal)
            return; // The only switch that depends on the order of the words.
        const Trace before = evaluate(document);
        const Index words = token_count(document);
        Eigen::PermutationMatrix<Eigen::Dynamic> order(words);
        for (Index at = 0; at < words; ++at)
            order.indices()[at] = static_cast<int>((at + 1 + words / 2) % words);
        document.embeddings = Matrix(order * *document.embeddings);
        Mask& mask = document.switches.mask;
        if (mask.kind == Mask::Kind::Painted)
            mask.painted = Flags(order * *mask.painted * order.transpose());
        const Trace after = evaluate(document);
        for (std::size_t head = 0; head < before.heads.size(); ++head) {
            expect_near(after.heads[head][Stage::Weights],
                        order * before.heads[head][Stage::Weights] * order.transpose(), 1e-9);
            expect_near(after.heads[head][Stage::Output], order * before.heads[head][Stage::Output],
                        1e-9);
        }
    });
}

TEST(Attention, EachHeadEqualsTheDocumentWithThatHeadAlone) {
    for_all_documents([](const Document& document) {
        const Trace trace = evaluate(document);
        for (std::size_t head = 0; head < document.heads.size(); ++head) {
            Document alone = document;
            alone.heads = {document.heads[head]};
            EXPECT_TRUE(identical(evaluate(alone).heads[0], trace.heads[head]));
        }
    });
}

TEST(Attention, NoProjectionsEqualIdentityProjections) {
    for_all_documents([](Document document) {
        document.projections = Projections::None;
        const Trace none = evaluate(document);
        const Matrix identity = Matrix::Identity(d_model(document), d_model(document));
        document.projections = Projections::Learned;
        document.heads = {{identity, identity, identity}};
        expect_near(evaluate(document).heads[0][Stage::Output], none.heads[0][Stage::Output]);
    });
}

TEST(Attention, ColumnsEqualRowsOfTheTransposedProblem) {
    for_all_documents([](Document document) {
        document.switches.axis = Axis::Columns;
        const Trace columns = evaluate(document);
        // (Q Kᵀ)ᵀ = K Qᵀ: keys and queries swap, and the mask is transposed.
        document.switches.axis = Axis::Rows;
        for (HeadWeights& head : document.heads)
            std::swap(head.w_q, head.w_k);
        const Index words = token_count(document);
        Flags transposed(words, words);
        for (Index row = 0; row < words; ++row)
            for (Index column = 0; column < words; ++column)
                transposed(column, row) = is_blocked(document.switches.mask, row, column);
        document.switches.mask = {Mask::Kind::Painted, transposed};
        const Trace rows = evaluate(document);
        for (std::size_t head = 0; head < rows.heads.size(); ++head) {
            expect_near(columns.heads[head][Stage::Weights],
                        rows.heads[head][Stage::Weights].transpose(), 1e-9);
            EXPECT_EQ(columns.heads[head].no_key, rows.heads[head].no_key);
        }
    });
}

TEST(Attention, TheTemperatureMultipliesTheScale) {
    for_all_documents([](Document document) {
        const Trace trace = evaluate(document);
        const Real divided = divisor(document.switches.scale, d_k(document), d_model(document));
        document.switches.scale = {Scale::Kind::Number, divided * document.switches.temperature};
        document.switches.temperature = 1;
        expect_near(evaluate(document).heads[0][Stage::Weights], trace.heads[0][Stage::Weights],
                    1e-9);
    });
}

TEST(Attention, AWordMaskedForAllChangesNoOtherOutput) {
    for_all_documents([](Document document) {
        const Index words = token_count(document);
        Flags mask = Flags::Constant(words, words, false);
        mask.col(0).setConstant(true);
        document.switches.mask = {Mask::Kind::Painted, mask};
        document.switches.axis = Axis::Rows;
        const Trace before = evaluate(document);
        Matrix x = *document.embeddings;
        x.row(0) *= -3;
        document.embeddings = x;
        const Trace after = evaluate(document);
        for (std::size_t head = 0; head < before.heads.size(); ++head)
            EXPECT_TRUE(identical(after.heads[head][Stage::Output].bottomRows(words - 1),
                                  before.heads[head][Stage::Output].bottomRows(words - 1)));
    });
}

TEST(Attention, WeightedValuesSumToTheOutput) {
    for_all_documents([](const Document& document) {
        const Trace trace = evaluate(document);
        for (Index head = 0; head < head_count(document); ++head) {
            const Matrix output = matrix_of(document, trace, {Stage::Output, head});
            for (Index query = 0; query < output.rows(); ++query)
                expect_near(matrix_of(document, trace, {Stage::WeightedValues, head, query})
                                .colwise()
                                .sum(),
                            output.row(query));
        }
    });
}

TEST(Attention, TheSameDocumentGivesTheSameDigits) {
    for_all_documents([](const Document& document) {
        const Trace first = evaluate(document), second = evaluate(document);
        for (std::size_t head = 0; head < first.heads.size(); ++head)
            EXPECT_TRUE(identical(first.heads[head], second.heads[head]));
    });
}
