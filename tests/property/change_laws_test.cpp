// SPDX-License-Identifier: MIT
// A trace that is updated through thousands of changes equals a newly computed one.
#include "core/document/commands/command.h"
#include "core/document/model/evaluate.h"
#include "core/engine/pass/extremes.h"
#include "tests/support/hand.h"
#include "tests/support/times.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <utility>

using namespace attn;
using attn::test::Hand;
using attn::test::random;
using attn::test::wide_document;

namespace {

/// The largest difference of the stages, each as a share of the stage's largest number.
Real difference(const Document& document, const Trace& a, const Trace& b,
                const std::vector<Stage>& stages = {Stage::Q, Stage::K, Stage::V, Stage::Scores,
                                                    Stage::Weights, Stage::Output}) {
    Real largest = 0;
    for (std::size_t head = 0; head < a.heads.size(); ++head)
        for (const Stage stage : stages) {
            const SheetId sheet{stage, static_cast<Index>(head), 0};
            const Matrix left = matrix_of(document, a, sheet);
            const Matrix right = matrix_of(document, b, sheet);
            if (left.rows() != right.rows() || left.cols() != right.cols() || !left.allFinite())
                return INFINITY;
            largest = std::max(largest,
                               (left - right).cwiseAbs().maxCoeff() / right.cwiseAbs().maxCoeff());
        }
    return largest;
}

void follow(std::uint32_t seed, int changes, Real wildness, Real bound) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 generator(seed);
    Document document = wide_document(72, 10, generator);
    Trace trace = evaluate(document);
    Hand hand(seed + 1, wildness);
    Real worst = 0;
    for (int change = 1; change <= changes; ++change) {
        const Command command = hand.command(document);
        auto after = attn::apply(document, command);
        ASSERT_TRUE(after.has_value()) << describe(document, command);
        const std::string said = describe(document, command);
        trace = evaluate(*after, document, std::move(trace));
        document = *after;
        const Trace fresh = evaluate(document);
        worst =
            std::max(worst, change % 50 == 0 ? difference(document, trace, fresh)
                                             : difference(document, trace, fresh, {Stage::Output}));
        ASSERT_LE(worst, bound) << "after change " << change << ": " << said;
        for (std::size_t head = 0; head < 2; ++head)
            ASSERT_EQ(trace.heads[head].no_key, fresh.heads[head].no_key) << said;
    }
    EXPECT_GT(worst, 0) << "nothing was brought from one state to the next";
    ::testing::Test::RecordProperty("worst", std::to_string(worst * 1e15) + "e-15");
}

} // namespace

TEST(Changes, ThousandsInARowEqualAFreshEvaluation) {
    follow(1, attn::test::times(1000), 0, 1e-12);
}

TEST(Changes, OfWildMagnitudesKeepNineDigits) {
    follow(2, attn::test::times(1000), 2.5, 1e-9);
}

TEST(Changes, BackAndForthRestoreEveryNumber) {
    std::mt19937 generator(5);
    const Document first = wide_document(80, 12, generator);
    const Trace fresh = evaluate(first);
    for (const Stage stage : {Stage::X, Stage::W_Q, Stage::W_K, Stage::W_V}) {
        Document document = first;
        Trace trace = fresh;
        const Place place{{stage, 0, 0}, 3, 4};
        const Real value = value_at(document, trace, place);
        for (int step = 0; step < 400; ++step) {
            const Real now = step == 399 ? value : value + 0.01 * (step % 40);
            const auto after = attn::apply(document, SetCell{place, now});
            ASSERT_TRUE(after.has_value());
            trace = evaluate(*after, document, std::move(trace));
            document = *after;
        }
        EXPECT_LE(difference(document, trace, fresh), 1e-13) << stage.name();
    }
}

TEST(Changes, ToWQAndWKEqualAFreshEvaluation) {
    std::mt19937 generator(9);
    // Under every mask, and also with numbers so large that any order of sums shows rounding.
    for (const auto& [kind, is_wild] :
         {std::pair{Mask::Kind::None, false}, std::pair{Mask::Kind::Causal, false},
          std::pair{Mask::Kind::Painted, false}, std::pair{Mask::Kind::None, true}}) {
        Document document = wide_document(90, 9, generator);
        document.switches.mask.kind = kind;
        if (kind == Mask::Kind::Painted) {
            Flags painted = Flags::NullaryExpr(90, 90, [&] { return generator() % 3 == 0; });
            painted.row(7).setConstant(true);
            document.switches.mask.painted = painted;
        }
        Trace trace = evaluate(document);
        const Real* products = nullptr;
        int kept = 0;
        for (int step = 0; step < 150; ++step) {
            // Drags one cell or two of a matrix, and sometimes another matrix or the temperature.
            const Stage stage = step / 20 % 5 == 4 ? Stage::W_V
                                : step % 3 == 0    ? Stage::W_K
                                                   : Stage::W_Q;
            const Real value =
                std::normal_distribution<Real>(0, 1)(generator) * (step % 50 == 49   ? 1e3
                                                                   : step % 50 == 25 ? 1e-9
                                                                                     : 1);
            const Command command =
                step % 17 == 16
                    ? Command(SetTemperature{std::exp(std::sin(step))})
                    : Command(SetCell{{{stage, 0, 0}, step / 40 % 9, step / 30 % 9}, value});
            const auto after = attn::apply(document, command);
            ASSERT_TRUE(after.has_value()) << describe(document, command);
            trace = evaluate(*after, document, std::move(trace));
            document = *after;
            ASSERT_LE(difference(document, trace, evaluate(document), {Stage::Output}),
                      is_wild ? 1e-9 : 1e-12)
                << "step " << step << ", mask " << static_cast<int>(kind);
            const Real* const now = trace.heads[0].large.kept.products.get();
            kept += now != nullptr && now == products;
            products = now;
        }
        EXPECT_GT(kept, 90) << "the products were made again";
        const auto after =
            attn::apply(document, SetCell{{{Stage::X, 0, 0}, 3, 2}, 0.5}); // Another change.
        trace = evaluate(*after, document, std::move(trace));
        EXPECT_EQ(trace.heads[0].large.kept.products, nullptr) << "nothing of that size stays";
    }
}

TEST(Changes, AfterAHugeNumberBringBackTheLostDigits) {
    std::mt19937 generator(11);
    for (const Stage stage : {Stage::W_Q, Stage::W_K}) {
        Document document = wide_document(80, 6, generator);
        document.switches.mask.kind = Mask::Kind::None;
        // No score exceeds 0 because of column 2 of Q and K, and it does not affect those of word
        // 5, so the largest score of each row hardly changes.
        Matrix x = document.embeddings->cwiseAbs();
        x.row(5).setZero();
        document.embeddings = x;
        const bool is_query = stage == Stage::W_Q;
        Matrix query = *document.heads[0].w_q, key = *document.heads[0].w_k;
        query.col(2).setConstant(is_query ? 0 : 1);
        key.col(2).setConstant(is_query ? -1 : 0);
        document.heads[0].w_q = query;
        document.heads[0].w_k = key;
        Trace trace = evaluate(document);
        for (const Real size : {1e8, 0.5}) {
            const auto after =
                attn::apply(document, SetCell{{{stage, 0, 0}, 3, 2}, is_query ? size : -size});
            ASSERT_TRUE(after.has_value());
            trace = evaluate(*after, document, std::move(trace));
            document = *after;
        }
        EXPECT_LE(difference(document, trace, evaluate(document), {Stage::Output}), 1e-12)
            << stage.name();
    }
}

TEST(Changes, ToACopiedTraceLeaveTheOriginal) {
    std::mt19937 generator(10);
    Document document = wide_document(100, 6, generator);
    Trace trace = evaluate(document);
    const auto change = [&](Real value) {
        const auto after = attn::apply(document, SetCell{{{Stage::W_Q, 0, 0}, 1, 2}, value});
        trace = evaluate(*after, document, std::move(trace));
        document = *after;
    };
    change(0.5);
    const Document first = document;
    Trace copy = trace;
    change(1e5); // New products, stored apart from those that the copy shares.
    change(0.25);
    const auto after = attn::apply(first, SetCell{{{Stage::W_Q, 0, 0}, 1, 2}, 0.75});
    copy = evaluate(*after, first, std::move(copy));
    EXPECT_LE(difference(*after, copy, evaluate(*after)), 1e-12);
    EXPECT_LE(difference(document, trace, evaluate(document)), 1e-12);
}

TEST(Changes, ToNaNAndBackAreFollowed) {
    std::mt19937 generator(6);
    Document document = wide_document(70, 8, generator);
    Trace trace = evaluate(document);
    const Place place{{Stage::X, 0, 0}, 10, 2};
    for (const Real value : {1e300, 0.5, -1e200, 0.25, 1e154, 1.0}) {
        const auto after = attn::apply(document, SetCell{place, value});
        ASSERT_TRUE(after.has_value());
        trace = evaluate(*after, document, std::move(trace));
        document = *after;
        const Trace fresh = evaluate(document);
        for (const Stage stage : {Stage::Scores, Stage::Weights, Stage::Output}) {
            const Matrix a = matrix_of(document, trace, {stage, 0, 0}),
                         b = matrix_of(document, fresh, {stage, 0, 0});
            for (Index at = 0; at < a.size(); ++at)
                ASSERT_TRUE(std::isnan(a.data()[at]) == std::isnan(b.data()[at])) << value;
        }
        if (std::abs(value) <= 1) {
            EXPECT_LE(difference(document, trace, fresh), 1e-12);
        }
    }
}

TEST(LargeHeads, EqualTheirWordsComputedOneByOne) {
    // Every query of a large causal document sees a prefix, whose 64 words are a small document.
    std::mt19937 generator(8);
    Document large = wide_document(90, 8, generator);
    large.switches.mask.kind = Mask::Kind::Causal;
    Document small = large;
    small.tokens.own().resize(64);
    small.embeddings = Matrix(large.embeddings->topRows(64));
    const Trace of_large = evaluate(large), of_small = evaluate(small);
    EXPECT_TRUE(of_large.heads[0].large.is_used());
    EXPECT_FALSE(of_small.heads[0].large.is_used());
    for (const Stage stage : {Stage::Scores, Stage::Scaled, Stage::Masked, Stage::Weights}) {
        const Matrix many = matrix_of(large, of_large, {stage, 0, 0}).topLeftCorner(64, 64);
        const Matrix few = matrix_of(small, of_small, {stage, 0, 0});
        for (Index row = 0; row < 64; ++row)
            for (Index column = 0; column < 64; ++column) {
                const Real expected = few(row, column);
                if (std::isinf(expected)) {
                    EXPECT_EQ(many(row, column), expected);
                } else {
                    EXPECT_NEAR(many(row, column), expected, 1e-13);
                }
                EXPECT_EQ(value_at(large, of_large, {{stage, 0, 0}, row, column}) == expected ||
                              std::abs(many(row, column) - expected) < 1e-13,
                          true);
            }
    }
    EXPECT_LE((of_large.heads[0][Stage::Output].topRows(64) - of_small.heads[0][Stage::Output])
                  .cwiseAbs()
                  .maxCoeff(),
              1e-13);
}

TEST(Extremes, FollowEveryChange) {
    std::mt19937 generator(12);
    Document document = wide_document(150, 8, generator);
    document.switches.mask.kind = Mask::Kind::Causal;
    Trace trace = evaluate(document);
    Hand hand(9, 3);
    Extremes all, open;
    bool is_next = false;
    for (int change = 0; change < 400; ++change) {
        const auto after = attn::apply(document, hand.command(document));
        if (!after)
            continue;
        trace = evaluate(*after, document, std::move(trace));
        document = *after;
        const Cells head = cells_of(document, trace, {Stage::Scores});
        if (!head.is_derived()) {
            is_next = false;
            continue;
        }
        all.follow(head, false, is_next);
        open.follow(head, true, is_next);
        is_next = true;
        for (const Extremes* each : {&all, &open})
            for (Index query = 0; query < each->queries(); ++query) {
                float least = INFINITY, most = -INFINITY;
                for (Index run = 0; run < each->runs(); ++run) {
                    least = std::min(least, each->low(query, run));
                    most = std::max(most, each->high(query, run));
                }
                ASSERT_EQ(each->least(query), least);
                ASSERT_EQ(each->most(query), most);
            }
    }
}
