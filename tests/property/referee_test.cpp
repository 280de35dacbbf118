// SPDX-License-Identifier: MIT
// Every number of seeded documents beside the referee's, who computes in extended precision and
// knows nothing of the engine. The program is built twice, with few documents for every day and
// with thousands, and run with each instruction set.
#include "core/document/command.h"
#include "core/engine/kernels.h"
#include "tests/support/hand.h"
#include "tests/support/referee.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

using namespace attn;
using attn::testing::fault;
using attn::testing::Hand;
using attn::testing::hostile_document;

TEST(Referee, AgreesWithEveryNumberOfDocumentsOfAnyMagnitude) {
    RecordProperty("kernels", std::string(kernels().name));
    int by_blocks = 0;
    for (std::uint32_t seed = 1; seed <= DOCUMENTS; ++seed) {
        const Document document = hostile_document(seed);
        const Trace trace = evaluate(document);
        ASSERT_EQ(fault(document, trace), "") << "seed " << seed << ", " << kernels().name;
        by_blocks += trace.heads[0].large.is_used();
    }
    EXPECT_GT(by_blocks, DOCUMENTS / 20) << "hardly a document went the blocked way";
}

TEST(Referee, AgreesWithDocumentsThatFollowedChanges) {
    for (std::uint32_t seed = 1; seed <= 4; ++seed) {
        std::mt19937 generator(seed);
        Document document = attn::testing::wide_document(72, 10, generator);
        if (seed % 2 == 0) // Scores in the hundreds: rounding of an exponent shows in a power.
            for (HeadWeights& head : document.heads)
                head.w_q = Matrix(*head.w_q * 100);
        Trace trace = evaluate(document);
        Hand hand(seed + 50, 0);
        for (int change = 0; change < DOCUMENTS / 20; ++change) {
            const Command command = hand.command(document);
            const std::string said = describe(document, command);
            const auto after = attn::apply(document, command);
            ASSERT_TRUE(after.has_value()) << said;
            trace = evaluate(*after, document, std::move(trace));
            document = *after;
            ASSERT_EQ(fault(document, trace, 1e-12), "") << change << ": " << said;
        }
    }
}

TEST(Referee, KeepsRowsAtOneWhereScoresAreAsLargeAsTheyCanBe) {
    for (const Index words : {64, 65, 130})
        for (const Real size : {1e2, 1e5, 1e8, 1e30, 1e70}) {
            Document document;
            document.embeddings = Matrix::NullaryExpr(words, 2, [](Index row, Index column) {
                const auto at = static_cast<Real>(row);
                return column == 0 ? 1 + at / 7 : 1 - at / 9;
            });
            document.tokens.own().assign(static_cast<std::size_t>(words), "word");
            document.heads.push_back({Matrix(size * Matrix::Identity(2, 2)),
                                      Matrix(size * Matrix::Identity(2, 2)),
                                      Matrix(Matrix::Ones(2, 1))});
            const Trace trace = evaluate(document);
            ASSERT_EQ(fault(document, trace), "") << words << " words, W_Q = W_K = " << size;
            const Matrix weights = matrix_of(document, trace, {Stage::Weights, 0, 0});
            for (Index row = 0; row < words; ++row)
                EXPECT_NEAR(weights.row(row).sum(), 1,
                            4 * static_cast<Real>(words) * std::numeric_limits<Real>::epsilon())
                    << words << " words, W_Q = W_K = " << size << ", row " << row;
        }
}

TEST(Referee, SeesOneWrongDigit) {
    std::mt19937 generator(3);
    for (const Index words : {5, 70}) {
        const Document document = attn::testing::wide_document(words, 6, generator);
        const Trace right = evaluate(document);
        ASSERT_EQ(fault(document, right), "");
        for (const auto stage :
             {&HeadTrace::query, &HeadTrace::key, &HeadTrace::value, &HeadTrace::output,
              &HeadTrace::scores, &HeadTrace::scaled, &HeadTrace::masked, &HeadTrace::weights}) {
            Trace wrong = right;
            Matrix& matrix = wrong.heads[1].*stage;
            if (matrix.size() == 0)
                continue; // Large heads hold no scores.
            Real& number = matrix(words / 2, 3);
            number *= 1 + 1e-11;
            EXPECT_NE(fault(document, wrong), "");
        }
    }
    // The two numbers that a large head derives its weights from.
    const Document document = attn::testing::wide_document(70, 6, generator);
    for (const auto numbers : {&LargeHead::largest, &LargeHead::sum}) {
        Trace wrong = evaluate(document);
        (wrong.heads[0].large.*numbers)[9] *= 1 + 1e-11;
        EXPECT_NE(fault(document, wrong), "");
    }
}
