// SPDX-License-Identifier: MIT
// Given stages: computed stages whose numbers stand in the document.
#include "core/document/commands/command.h"
#include "core/document/explaining/sensitivity.h"
#include "core/document/model/evaluate.h"
#include "core/document/model/given.h"
#include "core/document/model/model.h"
#include "core/document/model/option_inputs.h"
#include "core/document/model/sheet.h"
#include "core/document/model/stage_plan.h"
#include "tests/support/random_document.h"
#include "tests/support/random_without_x.h"
#include "tests/support/times.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <vector>

namespace attn::given_test {

namespace {

Document applied(const Document& document, const Command& command) {
    auto made = apply(document, command);
    EXPECT_TRUE(made) << made.error().text();
    return made ? *std::move(made) : document;
}

/// Every stage that the document computes and that may be given.
std::vector<SheetId> stages_to_give(const Document& document) {
    std::vector<SheetId> list;
    for (const SheetId& sheet : sheets(document))
        if (may_be_given(document, sheet))
            list.push_back(sheet);
    return list;
}

bool is_near(const Matrix& a, const Matrix& b) {
    const auto is_alike = [](Real x, Real y) {
        return x == y || (std::isnan(x) && std::isnan(y)) ||
               std::abs(x - y) <= 1e-9 * std::max({Real{1}, std::abs(x), std::abs(y)});
    };
    if (a.rows() != b.rows() || a.cols() != b.cols())
        return false;
    for (Index at = 0; at < a.size(); ++at)
        if (!is_alike(a.data()[at], b.data()[at]))
            return false;
    return true;
}

/// The stages that follow from this one.
std::set<std::size_t> after(const Graph& stages, const SheetId& sheet) {
    std::set<std::size_t> reached{*stages.find(sheet)};
    for (std::size_t at = 0; at < stages.size(); ++at)
        for (const std::size_t read : stages[at].inputs)
            if (reached.contains(read))
                reached.insert(at);
    return reached;
}

/// A document that gives no stage yet.
Document random(std::uint32_t seed) {
    Document document = seed % 3 == 0 ? attn::test::random_joined_document(seed)
                                      : attn::test::random_document_with_options(seed);
    for (const SheetId& sheet : given_stages(document))
        document = released(std::move(document), sheet);
    return document;
}

} // namespace

TEST(Given, PresentNumbersChangeNothingAndReleaseTakesThemBack) {
    std::size_t count = 0;
    for (std::uint32_t seed = 1; seed <= static_cast<std::uint32_t>(attn::test::times(60));
         ++seed) {
        const Document document = random(seed);
        const Trace trace = evaluate(document);
        const auto list = stages_to_give(document);
        for (std::size_t at = seed % 9; at < list.size(); at += 9) {
            const SheetId sheet = list[at];
            SCOPED_TRACE("seed " + std::to_string(seed) + ", " + to_text(sheet));
            if (!matrix_of(document, trace, sheet).allFinite())
                continue;
            const Document given = applied(document, Give{sheet});
            EXPECT_EQ(given_stages(given), std::vector<SheetId>{sheet});
            EXPECT_TRUE(is_given(given, sheet));
            const Trace now = evaluate(given);
            for (const SheetId& other : sheets(document))
                EXPECT_TRUE(
                    is_near(matrix_of(document, trace, other), matrix_of(given, now, other)))
                    << to_text(other);
            EXPECT_TRUE(
                is_near(*computed_instead(given, now, sheet), matrix_of(document, trace, sheet)));
            EXPECT_EQ(applied(given, Release{sheet}), document);
            ++count;
        }
    }
    EXPECT_GT(count, 100U);
}

TEST(Given, OtherNumbersReachOnlyWhatFollows) {
    for (std::uint32_t seed = 1; seed <= static_cast<std::uint32_t>(attn::test::times(60));
         ++seed) {
        const Document document = random(seed);
        const Trace trace = evaluate(document);
        const Graph stages = graph(document);
        const auto list = stages_to_give(document);
        const SheetId sheet = list[seed % list.size()];
        SCOPED_TRACE("seed " + std::to_string(seed) + ", " + to_text(sheet));
        attn::test::Random numbers(seed);
        const Shape shape = shape_of(document, sheet);
        const Document given =
            applied(document, Give{sheet, numbers.matrix(shape.rows, shape.columns)});
        const auto reached = after(stages, sheet);
        const Trace now = evaluate(given);
        for (std::size_t at = 0; at < stages.size(); ++at)
            if (!reached.contains(at)) {
                EXPECT_TRUE(is_near(matrix_of(document, trace, stages[at].sheet),
                                    matrix_of(given, now, stages[at].sheet)))
                    << to_text(stages[at].sheet);
            }
        EXPECT_TRUE(
            is_near(*computed_instead(given, now, sheet), matrix_of(document, trace, sheet)));
        // An edit computes only what it reaches, with the same result as computing everything.
        const Document edited =
            applied(given, SetCell{{sheet, shape.rows - 1, shape.columns - 1}, 0.75});
        const Trace again = evaluate(edited, given, now), whole = evaluate(edited);
        for (const SheetId& other : sheets(edited))
            EXPECT_TRUE(is_near(matrix_of(edited, again, other), matrix_of(edited, whole, other)))
                << to_text(other);
        // So does giving and releasing.
        const Trace released = evaluate(document, given, now);
        for (const SheetId& other : sheets(document))
            EXPECT_TRUE(
                is_near(matrix_of(document, released, other), matrix_of(document, trace, other)))
                << to_text(other);
    }
}

TEST(Given, IsNoInputThatADocumentDoesNotCompute) {
    std::set<Stage> computed;
    for (std::uint32_t seed = 0; seed < 200; ++seed) {
        const Document document = seed < 150 ? attn::test::random_document_of_any_kind(seed)
                                             : attn::test::random_document_without_x(seed);
        for (const OptionInput& input : option_inputs())
            if (has_stage(document, input.stage) != input.is_asked(document))
                computed.insert(input.stage);
    }
    std::set<Stage> told;
    for (const OptionInput& input : option_inputs())
        if (input.is_else_computed)
            told.insert(input.stage);
    EXPECT_EQ(computed, told);
}

TEST(Given, RowsAndColumnsFollowTheWords) {
    Document document = attn::test::random_document(4);
    while (token_count(document) < 4)
        document = applied(document, InsertToken{0, "more"});
    const Index words = token_count(document);
    Matrix numbers(words, words);
    for (Index row = 0; row < words; ++row)
        for (Index column = 0; column < words; ++column)
            numbers(row, column) = static_cast<Real>(10 * row + column);
    const SheetId sheet{Stage::Weights};
    const Document given = applied(document, Give{sheet, numbers});
    const auto weights = [&](const Document& of) { return **input(of, sheet); };

    const Matrix removed = weights(applied(given, RemoveToken{1}));
    ASSERT_EQ(removed.rows(), words - 1);
    EXPECT_EQ(removed(0, 0), 0);
    EXPECT_EQ(removed(1, 0), 20);
    EXPECT_EQ(removed(1, 1), 22);

    const Matrix inserted = weights(applied(given, InsertToken{1, "new"}));
    ASSERT_EQ(inserted.rows(), words + 1);
    EXPECT_EQ(inserted.row(1).norm() + inserted.col(1).norm(), 0);
    EXPECT_EQ(inserted(2, 2), 11);

    const Matrix moved = weights(applied(given, MoveToken{0, 2}));
    EXPECT_EQ(moved(2, 2), 0);
    EXPECT_EQ(moved(0, 2), 10);
    EXPECT_EQ(moved(0, 0), 11);
}

/// So do those of a bias of scores, and of positions that are computed and then given.
TEST(Given, BiasAndPositionsFollowTheWords) {
    Document document = new_document();
    AttentionOptions options;
    options.has_score_bias = true;
    options.positions.kind = Positions::Kind::Sinusoidal;
    document = applied(document, SetOptions{options, "Options"});
    document = applied(document, SetMatrix{{Stage::Bias}, Matrix{{1.0, 2.0}, {3.0, 4.0}}, "Bias"});
    document = applied(document, Give{{Stage::P}, Matrix{{5.0, 6.0}, {7.0, 8.0}}});
    const Document fewer = applied(document, RemoveToken{0});
    EXPECT_EQ(**input(fewer, {Stage::Bias}), (Matrix{{4.0}}));
    EXPECT_EQ(**input(fewer, {Stage::P}), (Matrix{{7.0, 8.0}}));
    const Document moved = applied(document, MoveToken{0, 1});
    EXPECT_EQ(**input(moved, {Stage::Bias}), (Matrix{{4.0, 3.0}, {2.0, 1.0}}));
    EXPECT_EQ(**input(moved, {Stage::P}), (Matrix{{7.0, 8.0}, {5.0, 6.0}}));
}

TEST(Given, StagesFollowTheirHead) {
    Document document = attn::test::random_even_document(6);
    while (head_count(document) < 3)
        document = applied(document, AddHead{});
    const Shape shape = shape_of(document, {Stage::Output, 2});
    const Document given = applied(
        document, Give{{Stage::Output, 2}, Matrix(Matrix::Constant(shape.rows, shape.columns, 7))});
    const Document fewer = applied(given, RemoveHead{1});
    EXPECT_EQ(given_stages(fewer), (std::vector<SheetId>{{Stage::Output, 1}}));
    EXPECT_EQ(given_stages(applied(given, RemoveHead{2})), std::vector<SheetId>{});
}

TEST(Given, WhatCannotBeGivenSaysWhy) {
    const Document document = new_document();
    const auto why = [&](const Document& of, const Command& command) {
        const auto made = apply(of, command);
        return made ? std::string() : made.error().text();
    };
    EXPECT_EQ(why(document, Give{{Stage::X}}), "X: it is an input already; type its numbers");
    EXPECT_EQ(why(document, Give{{Stage::WeightedValues}}),
              "weighted_values: it is one matrix for each query; give V or the weights, whose "
              "product it is");
    EXPECT_EQ(why(document, Give{{Stage::Attention}}),
              "attention: the document has no such stage: its heads are not joined by W_O");
    EXPECT_EQ(why(document, Give{{Stage::Weights, 3}}),
              "weights/3: the document has no such matrix");
    EXPECT_EQ(why(document, Give{{Stage::Weights}, Matrix(Matrix::Zero(3, 2))}),
              "weights: the matrix is 3 × 2, expected 2 × 2 (one row for each word, one column for "
              "each key word)");
    EXPECT_EQ(why(document, Release{{Stage::Weights}}),
              "weights: this stage is not given, so there is nothing to release");
    Matrix infinite = Matrix::Zero(2, 2);
    infinite(0, 1) = -std::numeric_limits<Real>::infinity();
    EXPECT_EQ(why(document, Give{{Stage::Masked}, infinite}),
              "masked: a given stage holds finite numbers only; give a stage before it, such as "
              "scores");
    EXPECT_EQ(may_be_given(attn::test::random_ratings(3), {Stage::U}).error().text(),
              "U: ratings are split as a whole, so their stages cannot be given one by one");
}

TEST(Given, HoldsFiniteNumbersOnly) {
    const Document document = new_document();
    const SheetId weights{Stage::Weights};
    const Document given = applied(document, Give{weights});
    const Shape shape = shape_of(document, weights);
    for (const Real number : {std::nan(""), std::numeric_limits<Real>::infinity()}) {
        const Matrix all = Matrix::Constant(shape.rows, shape.columns, number);
        for (const Command& command :
             {Command{Give{weights, all}}, Command{SetCell{{weights, 1, 0}, number}},
              Command{SetMatrix{weights, all, "Fill"}},
              Command{SetRow{weights, 1, all.topRows(1)}}}) {
            const auto made = apply(given, command);
            ASSERT_FALSE(made);
            EXPECT_EQ(made.error().text(), "weights: a given stage holds finite numbers only; give "
                                           "a stage before it, such as scores");
        }
    }
}

TEST(Given, GradientsEndAtAGivenStage) {
    const Document document = new_document();
    const Document given = applied(
        document, Give{{Stage::Weights}, (Matrix(2, 2) << 0.9, 0.1, 0.25, 0.75).finished()});
    const auto slopes = gradients_of(given, evaluate(given), {{Stage::Output}, 0, 1});
    ASSERT_TRUE(slopes) << slopes.error().text();
    bool has_weights = false;
    for (const SheetGradient& one : *slopes) {
        has_weights = has_weights || one.sheet == SheetId{Stage::Weights};
        if (one.sheet == SheetId{Stage::W_Q} || one.sheet == SheetId{Stage::W_K}) {
            EXPECT_EQ(one.values.norm(), 0) << to_text(one.sheet);
        }
    }
    EXPECT_TRUE(has_weights);
}

} // namespace attn::given_test
