// SPDX-License-Identifier: MIT
// The gradient of a number agrees with central differences of its inputs.
#include "core/document/commands/command.h"
#include "core/document/explaining/sensitivity.h"
#include "core/document/model/sheet.h"
#include "tests/support/random_document.h"
#include "tests/support/small_head.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace attn::gradient_test {

using attn::test::random_joined_document;
using attn::test::small_head;

namespace {

Document with_number(const Document& document, const Place& place, Real value) {
    auto after = apply(document, SetCell{place, value});
    EXPECT_TRUE(after) << (after ? "" : after.error().text());
    return after ? *std::move(after) : document;
}

/// The change of the number per unit of an input's number, by a central difference.
Real slope(const Document& document, const Place& of, const Place& input) {
    constexpr Real step = 1e-6;
    const Real now = value_at(document, evaluate(document), input);
    const auto at = [&](Real value) {
        const Document moved = with_number(document, input, value);
        return value_at(moved, evaluate(moved), of);
    };
    return (at(now + step) - at(now - step)) / (2 * step);
}

/// Checks every derivative of the number against central differences.
void expect_slopes(const Document& document, const Place& of) {
    const auto found = gradients_of(document, evaluate(document), of);
    ASSERT_TRUE(found) << found.error().text();
    Index count = 0;
    for (const SheetGradient& one : *found) {
        if (!is_given(document, one.sheet.stage))
            continue;
        for (Index row = 0; row < one.values.rows(); ++row)
            for (Index column = 0; column < one.values.cols(); ++column) {
                const Place input{one.sheet, row, column};
                const Real expected = slope(document, of, input);
                EXPECT_NEAR(one.values(row, column), expected,
                            1e-6 * std::max<Real>(1, std::abs(expected)))
                    << to_text(of) << " by " << to_text(input);
                ++count;
            }
    }
    EXPECT_GT(count, 0);
}

} // namespace

TEST(GradientOfANumber, AgreesWithCentralDifferences) {
    const Document document = small_head();
    expect_slopes(document, {{Stage::Weights}, 1, 2});
    expect_slopes(document, {{Stage::Output}, 2, 0});
    expect_slopes(document, {{Stage::Scores}, 0, 1});
}

TEST(GradientOfANumber, AgreesWithCentralDifferencesInABlock) {
    Document document = small_head();
    const auto joined = apply(document, SetJoin{Join::WO});
    ASSERT_TRUE(joined);
    AttentionOptions options;
    options.has_biases = true;
    options.positions.kind = Positions::Kind::Rotary;
    options.soft_limit = 2;
    options.has_sink = true;
    options.block.emplace();
    options.block->mlp = Block::Mlp::Gelu;
    auto block = apply(*joined, SetOptions{options, "Block"});
    ASSERT_TRUE(block) << block.error().text();
    Matrix w_2(4, 2);
    w_2 << 0.2, -0.3, 0.5, 0.1, -0.7, 0.6, 0.4, 0.8;
    block = apply(*block, SetMatrix{{Stage("W_2")}, w_2, "Set W_2"});
    ASSERT_TRUE(block) << block.error().text();
    expect_slopes(*block, {{Stage("block")}, 1, 0});
}

TEST(GradientOfANumber, AgreesWithCentralDifferencesThroughNormsOfQueriesAndKeys) {
    Document document = small_head();
    const auto two = apply(document, AddHead{});
    ASSERT_TRUE(two);
    AttentionOptions options;
    options.has_qk_norm = true;
    options.key_value_groups = 1;
    options.positions.kind = Positions::Kind::Rotary;
    auto normed = apply(*two, SetOptions{options, "Norm of Q and K on"});
    ASSERT_TRUE(normed) << normed.error().text();
    for (const char* const name : {"gamma_Q", "gamma_K"}) {
        const Shape shape = shape_of(*normed, {Stage(name)});
        EXPECT_EQ(shape, (Shape{1, d_k(document)}));
        Matrix gains(shape.rows, shape.columns);
        for (Index at = 0; at < gains.size(); ++at)
            gains.data()[at] = 0.5 + static_cast<Real>(at);
        normed = apply(*normed, SetMatrix{{Stage(name)}, gains, "Set the gains"});
        ASSERT_TRUE(normed) << normed.error().text();
    }
    expect_slopes(*normed, {{Stage::Scores, 1}, 0, 1});
    expect_slopes(*normed, {{Stage::Output, 1}, 2, 0});
    expect_slopes(*normed, {{Stage("K_normed")}, 1, 0});
}

TEST(GradientOfANumber, IsZeroForStagesWithoutInfluence) {
    const Document document = small_head();
    const auto found = gradients_of(document, evaluate(document), {{Stage::Weights}, 0, 0});
    ASSERT_TRUE(found);
    const auto w_v = std::find_if(found->begin(), found->end(), [](const SheetGradient& one) {
        return one.sheet.stage == Stage::W_V;
    });
    ASSERT_NE(w_v, found->end());
    EXPECT_TRUE(w_v->values.isZero(0));
}

TEST(GradientOfANumber, IsOneForTheNumberItself) {
    const Document document = small_head();
    const auto found = gradients_of(document, evaluate(document), {{Stage::Scores}, 1, 2});
    ASSERT_TRUE(found);
    Matrix expected = Matrix::Zero(3, 3);
    expected(1, 2) = 1;
    EXPECT_EQ(found->back().sheet.stage, Stage::Scores);
    EXPECT_EQ(found->back().values, expected);
}

TEST(GradientOfANumber, SaysWhyItIsMissing) {
    const Document document = small_head();
    const auto found = gradients_of(document, evaluate(document), {{Stage::WeightedValues}, 0, 0});
    ASSERT_FALSE(found);
    EXPECT_NE(found.error().text().find("ask for the output"), std::string::npos);
}

} // namespace attn::gradient_test
