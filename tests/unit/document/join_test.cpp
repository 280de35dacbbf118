// SPDX-License-Identifier: MIT
// Joined heads: joining changes no number, and W_O keeps its rows when heads change.
#include "core/document/commands/command.h"
#include "core/document/explaining/derivation.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/document/telling/step.h"
#include "tests/support/random_document.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace attn;
using attn::test::random_document;
using attn::test::random_joined_document;

namespace {

Document applied(const Document& document, const Command& command) {
    auto after = apply(document, command);
    EXPECT_TRUE(after) << (after ? "" : after.error().text());
    return after ? *std::move(after) : document;
}

Document with_heads(Index heads) {
    Document document = new_document();
    for (Index head = 1; head < heads; ++head)
        document = applied(document, AddHead{});
    return document;
}

} // namespace

TEST(Join, GivesHeadsThatFitUnchangedAndAddsWiderOnesUntilItIsEdited) {
    int that_fit = 0, wider = 0;
    for (std::uint32_t seed = 0; seed < 40; ++seed) {
        const Document document = applied(random_document(seed), SetJoin{Join::WO});
        const Trace trace = evaluate(document);
        const Matrix attention = matrix_of(document, trace, {Stage::Attention});
        ASSERT_EQ(attention.cols(), d_model(document)) << "seed " << seed;
        Matrix expected = Matrix::Zero(attention.rows(), attention.cols());
        Index column = 0;
        for (Index head = 0; head < head_count(document); ++head) {
            const Matrix output = matrix_of(document, trace, {Stage::Output, head});
            for (Index at = 0; at < output.cols(); ++at, ++column)
                expected.col(column % expected.cols()) += output.col(at);
        }
        EXPECT_EQ(cells_of(document, trace, {Stage::Joined}).cols(), column);
        if (!attention.allFinite())
            continue;
        const bool fits = column <= attention.cols();
        ++(fits ? that_fit : wider);
        if (fits) {
            EXPECT_EQ(attention, expected) << "seed " << seed;
        } else {
            EXPECT_LE((attention - expected).cwiseAbs().maxCoeff(),
                      1e-13 * std::max(1.0, expected.cwiseAbs().maxCoeff()))
                << "seed " << seed;
        }
    }
    EXPECT_GT(that_fit, 3);
    EXPECT_GT(wider, 3);
}

TEST(Join, EveryHeadCountsInABlockOfHeadsAsWideAsX) {
    AttentionOptions options;
    options.block.emplace();
    const Document document = applied(with_heads(2), SetOptions{options, "A block"});
    Matrix expected(4, 2);
    expected << 1, 0, 0, 1, 1, 0, 0, 1;
    EXPECT_EQ(*document.w_o, expected);
}

TEST(Join, FollowsEveryChange) {
    for (std::uint32_t seed = 0; seed < 40; ++seed) {
        Document document = random_joined_document(seed);
        Trace trace = evaluate(document);
        for (const SheetId& sheet : sheets(document)) {
            if (!input(document, sheet))
                continue;
            const Document after = applied(document, SetCell{{sheet, 0, 0}, 0.375});
            trace = evaluate(after, document, std::move(trace));
            document = after;
            const Trace fresh = evaluate(document);
            for (const Stage stage : {Stage::Joined, Stage::Attention}) {
                if (!has_stage(document, stage))
                    continue;
                const Matrix now = matrix_of(document, trace, {stage}),
                             expected = matrix_of(document, fresh, {stage});
                ASSERT_EQ(now.cols(), expected.cols()) << to_text(sheet) << ", seed " << seed;
                if (expected.allFinite() && expected.size() > 0) {
                    EXPECT_LE((now - expected).cwiseAbs().maxCoeff(),
                              1e-12 * std::max(1.0, expected.cwiseAbs().maxCoeff()))
                        << to_text(sheet) << ", seed " << seed;
                }
            }
        }
    }
}

TEST(Join, KeepsTheRowsOfEveryHeadWhenHeadsChange) {
    Document document = applied(with_heads(2), SetJoin{Join::WO});
    Matrix w_o(4, 2);
    for (Index at = 0; at < w_o.size(); ++at)
        w_o.data()[at] = static_cast<Real>(at + 1);
    document = applied(document, SetMatrix{{Stage::WO}, w_o, "Fill"});
    const Document three = applied(document, AddHead{});
    EXPECT_EQ(three.w_o->topRows(4), w_o);
    EXPECT_EQ(three.w_o->bottomRows(2), Matrix(Matrix::Zero(2, 2)));
    const Document second = applied(document, RemoveHead{0});
    EXPECT_EQ(*second.w_o, Matrix(w_o.bottomRows(2)));
    const Document wide = applied(document, SetWidth{Width::Value, 3});
    EXPECT_EQ(wide.w_o->row(1), w_o.row(1));
    EXPECT_EQ(wide.w_o->row(3), w_o.row(2));
    EXPECT_TRUE(wide.w_o->row(2).isZero());
    const Document none = applied(document, SetProjections{Projections::None});
    EXPECT_EQ(none.w_o.rows(), 2);
}

TEST(Join, HasItsOwnStages) {
    const Document joined = applied(with_heads(2), SetJoin{Join::WO});
    for (const Stage stage : {Stage::WO, Stage::Joined, Stage::Attention})
        EXPECT_TRUE(exists(joined, SheetId{stage})) << stage.name();
    const Document beside = applied(joined, SetJoin{Join::SideBySide});
    EXPECT_TRUE(exists(beside, SheetId{Stage::Joined}));
    EXPECT_FALSE(exists(beside, SheetId{Stage::WO}));
    EXPECT_FALSE(exists(beside, SheetId{Stage::Attention}));
    EXPECT_FALSE(exists(with_heads(2), SheetId{Stage::Joined}));
}

TEST(Join, RefusesAWOThatDoesNotFitTheHeads) {
    Document document = applied(with_heads(2), SetJoin{Join::WO});
    document.w_o = Matrix(Matrix::Identity(3, 4));
    const auto fault = validate(document);
    ASSERT_FALSE(fault);
    EXPECT_EQ(fault.error().text(),
              "W_O: the matrix is 3 × 4, expected 4 × 4 (one row for each column of the "
              "heads side by side)");
}

TEST(Join, EveryNumberFollowsFromItsTerms) {
    for (std::uint32_t seed = 0; seed < 60; ++seed) {
        const Document document = random_joined_document(seed);
        const Trace trace = evaluate(document);
        const Graph stages = graph_as_shown(document);
        for (const Stage stage : {Stage::Joined, Stage::Attention}) {
            if (!exists(document, SheetId{stage}))
                continue;
            const Shape shape = shape_of(document, {stage});
            for (Index row = 0; row < shape.rows; ++row)
                for (Index column = 0; column < shape.columns; ++column) {
                    const Place place{{stage}, row, column};
                    const Real value = value_at(document, trace, place);
                    if (!std::isfinite(value))
                        continue;
                    EXPECT_NEAR(evaluated(derive(stages, document, trace, place)), value,
                                1e-13 * std::max(1.0, std::abs(value)))
                        << to_text(place) << ", seed " << seed;
                }
        }
    }
}

TEST(Join, HasNoFormulaIfHeadsAreNotJoined) {
    EXPECT_EQ(formula(with_heads(2), Step{StepKind::Join, true}), "");
    EXPECT_EQ(formula(applied(with_heads(2), SetJoin{Join::WO}), Step{StepKind::Join, true}),
              "attention = joined W_{O}");
}

TEST(Join, IsOneMoreStep) {
    const Document apart = with_heads(2);
    const Document joined = applied(apart, SetJoin{Join::WO});
    const auto has_join = [](const Document& document) {
        for (const Step& step : steps(document))
            if (step.kind == StepKind::Join)
                return true;
        return false;
    };
    EXPECT_FALSE(has_join(apart));
    EXPECT_TRUE(has_join(joined));
    EXPECT_EQ(number(joined, steps(joined).back()), 16);
    EXPECT_EQ(step_of(joined, 8), (Step{StepKind::Join, false}));
    EXPECT_EQ(formula(joined, Stage::Attention), "joined W_{O}");
    EXPECT_EQ(formula(joined, Stage::Joined), "heads side by side");
}
