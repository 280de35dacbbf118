// SPDX-License-Identifier: MIT
// Goals in the presets are reached with the least change, or reported as out of reach.
#include "core/document/learning/goal_seek.h"
#include "core/document/model/evaluate.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/document/model/written_place.h"
#include "core/io/document/library.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>

using namespace attn;

namespace {

std::vector<Document> small_presets() {
    std::vector<Document> list;
    const auto presets = io::presets();
    EXPECT_TRUE(presets);
    for (const io::Preset& preset : *presets) {
        auto document = io::open_file(preset.path);
        if (document && document->model == Model::Attention && d_model(*document) <= 8)
            list.push_back(*std::move(document));
    }
    return list;
}

Real moved(const Document& before, const Document& after) {
    Real squares = 0;
    for (const SheetId& sheet : movable_inputs(before))
        squares += (**input(after, sheet) - **input(before, sheet)).squaredNorm();
    return std::sqrt(squares);
}

} // namespace

TEST(GoalSeek, ReachesGoalsOverThePresets) {
    int count = 0;
    for (const Document& document : small_presets()) {
        const Trace trace = evaluate(document);
        for (const Stage stage : {Stage::Weights, Stage::Output}) {
            const Place place{{stage}, 0, 0};
            const Real now = value_at(document, trace, place);
            const Real wanted = stage == Stage::Weights ? 0.9 * now + 0.04 : now + 0.1;
            if (now == 1)
                continue; // The only open key.
            const auto found =
                seek(document, {{place, wanted}}, {all_cells(document, movable_inputs(document))});
            ASSERT_TRUE(found) << found.error().text();
            EXPECT_TRUE(found->are_all_reached()) << document.title << " " << to_text(place);
            EXPECT_NEAR(value_at(found->document, evaluate(found->document), place), wanted, 1e-6);
            ++count;
        }
    }
    EXPECT_GE(count, 15);
}

// The output of a word is linear in W_V, so the least change is the least-squares solution.
TEST(GoalSeek, MovesAsLittleAsItCan) {
    Document document = new_document();
    const Trace trace = evaluate(document);
    const Place place{{Stage::Output}, 0, 1};
    const auto found = seek(document, {{place, value_at(document, trace, place) + 1}},
                            {{all_cells(document, SheetId{Stage::W_V})}});
    ASSERT_TRUE(found);
    EXPECT_TRUE(found->are_all_reached());
    const Matrix mixed = matrix_of(document, trace, {Stage::Weights}).row(0) * *document.embeddings;
    const Matrix moved = **input(found->document, {Stage::W_V}) - **input(document, {Stage::W_V});
    EXPECT_TRUE(moved.col(0).isZero(1e-6)) << moved;
    EXPECT_TRUE((moved.col(1) - mixed.transpose() / mixed.squaredNorm()).isZero(1e-6)) << moved;
}

// A weight near 0 or 1 hardly reacts to its score; its log-odds do. The first solution need not be
// the least change, and is never smaller.
TEST(GoalSeek, MoreGoalsThanFreeNumbersAreComeNearTo) {
    const Document document = *io::open_document("three-inputs");
    const auto found = seek(document, {{{{Stage::Q}, 0, 0}, 3}, {{{Stage::Q}, 1, 0}, -7}},
                            {{CellRange{{Stage::W_Q}, 0, 0, 1, 1}}});
    ASSERT_TRUE(found) << found.error().text();
    EXPECT_FALSE(found->are_all_reached());
}

TEST(GoalSeek, TakesAnyWayIfAskedTo) {
    int longer = 0;
    for (const Document& document : small_presets()) {
        const std::vector<CellRange> cells = all_cells(document, movable_inputs(document));
        const Place place{{Stage::Output}, 0, 0};
        const Real wanted = value_at(document, evaluate(document), place) + 0.5;
        const auto least = seek(document, {{place, wanted}}, {cells});
        const auto any = seek(document, {{place, wanted}}, {cells, {}, false});
        ASSERT_TRUE(least && any);
        EXPECT_TRUE(any->are_all_reached()) << document.title;
        EXPECT_NEAR(any->values.front(), wanted, 1e-6);
        const Real least_moved = moved(document, least->document);
        const Real any_moved = moved(document, any->document);
        EXPECT_LE(least_moved, any_moved * (1 + 1e-6)) << document.title;
        longer += any_moved > least_moved * 1.0001 ? 1 : 0;
    }
    EXPECT_GT(longer, 0);
}

TEST(GoalSeek, ReportsEachImprovement) {
    const Document document = *io::open_document("the-cat-chased-the-mouse");
    const Place place{{Stage::Weights}, 1, 4};
    Real off = 2;
    int told = 0;
    SeekWatch watch;
    watch.on_nearer = [&](const std::function<Document()>& nearer) {
        const Document now = nearer();
        const Real next = std::abs(value_at(now, evaluate(now), place) - 0.95);
        EXPECT_LT(next, off);
        off = next;
        ++told;
    };
    ASSERT_TRUE(seek(document, {{place, 0.95}}, {{all_cells(document, SheetId{Stage::X})}}, watch));
    EXPECT_GT(told, 3) << "on the way";
    EXPECT_LT(off, goal_tolerance);
}

TEST(GoalSeek, EscapesSaturatedWeights) {
    Document document = *io::open_document("the-cat-chased-the-mouse");
    document.heads[0].w_q = Matrix(20 * *document.heads[0].w_q);
    document.heads[0].w_k = Matrix(20 * *document.heads[0].w_k);
    const Matrix weights = matrix_of(document, evaluate(document), {Stage::Weights});
    Index column = 0;
    ASSERT_GT(weights.row(1).maxCoeff(&column), 1 - 1e-9);
    ASSERT_LT(weights.row(1).minCoeff(), 1e-30);
    const Place high{{Stage::Weights}, 1, column};
    Place low = high;
    (void)weights.row(1).minCoeff(&low.column);
    for (const std::vector<Goal>& goals :
         {std::vector<Goal>{{high, 0.4}}, {{low, 0.6}}, {{high, 0.3}, {low, 0.3}}}) {
        const auto found = seek(document, goals, {all_cells(document, movable_inputs(document))});
        ASSERT_TRUE(found);
        EXPECT_TRUE(found->are_all_reached()) << found->values[0];
        const Trace after = evaluate(found->document);
        for (const Goal& goal : goals)
            EXPECT_NEAR(value_at(found->document, after, goal.place), goal.value, 1e-6);
    }
}

// "Each word looks at the one before it", the first at the last: softly, and at no other word.
TEST(GoalSeek, ReachesAPatternOfAllWeights) {
    const Document document = *io::open_document("the-cat-chased-the-mouse");
    const Index words = token_count(document);
    for (const Real strong : {0.8, 1.0}) {
        std::vector<Goal> goals;
        const Real weak = (1 - strong) / static_cast<Real>(words - 1);
        for (Index row = 0; row < words; ++row)
            for (Index column = 0; column < words; ++column)
                goals.push_back({{{Stage::Weights}, row, column},
                                 column == (row + words - 1) % words ? strong : weak});
        const auto found = seek(document, goals, {all_cells(document, movable_inputs(document))});
        ASSERT_TRUE(found);
        EXPECT_TRUE(found->are_all_reached()) << strong;
        const Trace after = evaluate(found->document);
        for (const Goal& goal : goals)
            EXPECT_NEAR(value_at(found->document, after, goal.place), goal.value, 1e-6);
    }
}

// Too many numbers for SLSQP, but the least change of the output is known.
TEST(GoalSeek, MovesManyNumbersAsLittleAsItCan) {
    const Document document = *io::open_document("ten-by-sixty-four");
    const Trace trace = evaluate(document);
    const Place place{{Stage::Output}, 3, 1};
    const auto found = seek(document, {{place, value_at(document, trace, place) + 1}},
                            {{all_cells(document, SheetId{Stage::W_V})}});
    ASSERT_TRUE(found);
    EXPECT_TRUE(found->are_all_reached());
    const Matrix mixed = matrix_of(document, trace, {Stage::Weights}).row(3) * *document.embeddings;
    const Matrix moved = **input(found->document, {Stage::W_V}) - **input(document, {Stage::W_V});
    EXPECT_GT(moved.size(), 400);
    EXPECT_TRUE((moved.col(1) - mixed.transpose() / mixed.squaredNorm()).isZero(1e-6));
    EXPECT_NEAR(moved.norm(), moved.col(1).norm(), 1e-6);
}

TEST(GoalSeek, ReportsUnreachableGoals) {
    const Document document = new_document();
    const auto found =
        seek(document, {{{{Stage::Weights}, 0, 0}, 0.6}, {{{Stage::Weights}, 0, 1}, 0.6}},
             {all_cells(document, movable_inputs(document))});
    ASSERT_TRUE(found);
    EXPECT_FALSE(found->are_all_reached());
    // One half each is nearest to both.
    EXPECT_NEAR(found->values[0], 0.5, 1e-3);
    EXPECT_NEAR(found->values[1], 0.5, 1e-3);
    const auto nothing = seek(document, {{{{Stage::Weights}, 0, 0}, 0.6}},
                              {{all_cells(document, SheetId{Stage::W_V})}});
    ASSERT_TRUE(nothing);
    EXPECT_FALSE(nothing->are_all_reached());
    EXPECT_TRUE(nothing->document == document);
}

// One goal is impossible: the nearest solution gives it up and moves only as far as the other goal
// needs.
TEST(GoalSeek, MovesLeastIfAGoalIsUnreachable) {
    const Document document = *io::open_document("majority");
    const Place masked{{Stage::Weights}, 0, 1}, other{{Stage::Output}, 2, 0};
    const Trace trace = evaluate(document);
    const Goal reached{other, value_at(document, trace, other) + 0.4};
    const Freedom free{all_cells(document, movable_inputs(document))};
    const auto alone = seek(document, {reached}, free);
    const auto both = seek(document, {{masked, 0.25}, reached}, free);
    ASSERT_TRUE(alone && both);
    ASSERT_TRUE(alone->are_all_reached());
    EXPECT_EQ(both->is_reached, (std::vector<bool>{false, true}));
    EXPECT_EQ(both->values[0], 0);
    EXPECT_NEAR(moved(document, both->document), moved(document, alone->document), 1e-4);
}

// A range limits the output; inputs without influence stay.
TEST(GoalSeek, LeavesInputsWithoutInfluenceAtALimit) {
    const Document document = new_document();
    const Place place{{Stage::Output}, 0, 1};
    const CellRange w_v = all_cells(document, SheetId{Stage::W_V});
    const auto found = seek(document, {{place, 1000}}, {{w_v}, {{w_v, -3, 3}}});
    ASSERT_TRUE(found);
    EXPECT_FALSE(found->are_all_reached());
    const Matrix before = **input(document, {Stage::W_V}),
                 after = **input(found->document, {Stage::W_V});
    EXPECT_TRUE(after.col(0).isApprox(before.col(0), 1e-9)) << after;
    EXPECT_TRUE(((after.col(1).array().abs() - 3).abs() < 1e-9).all()) << after;
}

TEST(GoalSeek, MovesOnlyTheFreeCells) {
    const Document document = *io::open_document("the-cat-chased-the-mouse");
    const Place place{{Stage::Weights}, 1, 4};
    const std::vector<CellRange> free = {*parse_written_cells(document, "X[cat]"),
                                         *parse_written_cells(document, "X[mouse]"),
                                         *parse_written_cells(document, "W_Q[1:3,0]")};
    const auto found = seek(document, {{place, 0.4}}, {free});
    ASSERT_TRUE(found) << found.error().text();
    EXPECT_TRUE(found->are_all_reached()) << found->values[0];
    EXPECT_NEAR(value_at(found->document, evaluate(found->document), place), 0.4, 1e-6);
    for (const SheetId& sheet : movable_inputs(document)) {
        Matrix moved = **input(found->document, sheet) - **input(document, sheet);
        for (const CellRange& range : free) {
            if (range.sheet != sheet)
                continue;
            auto part = moved.block(range.row, range.column, range.rows, range.columns);
            EXPECT_FALSE(part.isZero(0)) << cells_text(document, range);
            part.setZero();
        }
        EXPECT_TRUE(moved.isZero(0)) << to_text(sheet);
    }
}

TEST(GoalSeek, RefusesRepeatedCells) {
    const Document document = *io::open_document("the-cat-chased-the-mouse");
    const std::vector<Goal> goals = {{{{Stage::Weights}, 1, 4}, 0.4}};
    const auto cells = [&](const char* text) { return *parse_written_cells(document, text); };
    const auto found = seek(document, goals, {{cells("X[0:2,:]"), cells("W_Q"), cells("X[:,1]")}});
    ASSERT_FALSE(found);
    EXPECT_NE(found.error().message.find("X[:,1] is named twice"), std::string::npos)
        << found.error().message;
    EXPECT_TRUE(seek(document, goals, {{cells("X[0:2,:]"), cells("X[2:5,0]")}}));
    EXPECT_FALSE(seek(document, goals, {{cells("scores[0,:]")}}));
}

TEST(GoalSeek, KeepsNumbersWithinTheirRanges) {
    const Document document = *io::open_document("the-cat-chased-the-mouse");
    const Place place{{Stage::Weights}, 1, 4};
    const CellRange x = all_cells(document, SheetId{Stage::X});
    const auto free = seek(document, {{place, 0.8}}, {{x}});
    ASSERT_TRUE(free && free->are_all_reached());
    const Matrix& wide = **input(free->document, {Stage::X});
    ASSERT_TRUE((wide.array() < 0).any() || (wide.array() > 1).any()) << "the range is no bound";
    const auto kept = seek(document, {{place, 0.8}}, {{x}, {{x, 0, 1}}});
    ASSERT_TRUE(kept);
    const Matrix& narrow = **input(kept->document, {Stage::X});
    EXPECT_TRUE((narrow.array() >= 0).all() && (narrow.array() <= 1).all()) << narrow;
    EXPECT_FALSE(narrow == **input(document, {Stage::X}));
    EXPECT_NEAR(value_at(kept->document, evaluate(kept->document), place), kept->values[0], 1e-12);
}

// A number outside its range starts at the range's end; a cell's last range counts.
TEST(GoalSeek, MovesNumbersIntoTheirRanges) {
    const Document document = *io::open_document("the-cat-chased-the-mouse");
    const Place place{{Stage::Output}, 1, 0};
    const CellRange x = all_cells(document, SheetId{Stage::X});
    const CellRange cat = *parse_written_cells(document, "X[cat]");
    const Real now = value_at(document, evaluate(document), place);
    const auto found = seek(document, {{place, now}}, {{x}, {{x, -1, 1}, {cat, 2, 3}}});
    ASSERT_TRUE(found) << found.error().text();
    const Matrix& moved = **input(found->document, {Stage::X});
    EXPECT_TRUE((moved.row(1).array() >= 2).all() && (moved.row(1).array() <= 3).all()) << moved;
    EXPECT_TRUE((moved.row(0).array().abs() <= 1).all()) << moved;
}

TEST(GoalSeek, RefusesImpossibleRanges) {
    const Document document = *io::open_document("the-cat-chased-the-mouse");
    const std::vector<Goal> goals = {{{{Stage::Weights}, 1, 4}, 0.4}};
    const CellRange x = all_cells(document, SheetId{Stage::X});
    const CellRange w_q = all_cells(document, SheetId{Stage::W_Q});
    const auto turned = seek(document, goals, {{x}, {{x, 1, -1}}});
    ASSERT_FALSE(turned);
    EXPECT_EQ(turned.error().message,
              "the range of X has no number in it; write the least number first");
    const auto other = seek(document, goals, {{x}, {{w_q, -1, 1}}});
    ASSERT_FALSE(other);
    EXPECT_EQ(other.error().message,
              "W_Q has a range and may not move; remove the range, or let W_Q move");
}
