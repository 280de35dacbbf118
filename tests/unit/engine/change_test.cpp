// SPDX-License-Identifier: MIT
// Reported changes: of an edited matrix, and of every matrix that a pass computes.
#include "core/engine/pass/attention.h"
#include "core/engine/pass/change.h"
#include "core/engine/pass/plan.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <utility>
#include <vector>

namespace {

using namespace attn;
using How = Change::Kind;
using Lines = std::vector<Index>;

Matrix random(Index rows, Index columns, std::mt19937& generator) {
    std::normal_distribution<Real> normal;
    return Matrix::NullaryExpr(rows, columns, [&] { return normal(generator); });
}

TEST(Change, NamesTheRowsWhoseBitsDiffer) {
    std::mt19937 generator(1);
    const Matrix before = random(20, 5, generator);
    Matrix after = before;
    EXPECT_TRUE(change_of_rows(before, after).is_none());
    after(3, 4) += 1;
    after(11, 0) = -after(11, 0);
    EXPECT_EQ(change_of_rows(before, after), (Change{How::Rows, {3, 11}}));
    Matrix zeros = Matrix::Zero(4, 2), minus = zeros;
    minus(2, 1) = -0.0;
    EXPECT_EQ(change_of_rows(zeros, minus), (Change{How::Rows, {2}}));
    zeros(2, 1) = minus(2, 1) = std::nan("");
    EXPECT_TRUE(change_of_rows(zeros, minus).is_none());
    for (Index row = 0; row <= static_cast<Index>(few_rows); ++row)
        after(row, 1) += 1;
    EXPECT_EQ(change_of_rows(before, after).kind, How::All);
    EXPECT_EQ(change_of_rows(before, random(20, 6, generator)).kind, How::All);
    EXPECT_EQ(change_of_rows(before, random(22, 5, generator)).kind, How::All);
    EXPECT_EQ(change_of_rows(before, random(21, 5, generator)).kind, How::All);
}

TEST(Change, NamesTheRowThatCameOrWent) {
    std::mt19937 generator(2);
    const Matrix longer = random(9, 3, generator);
    for (const Index row : {0, 4, 8}) {
        Matrix shorter(8, 3);
        shorter << longer.topRows(row), longer.bottomRows(8 - row);
        EXPECT_EQ(change_of_rows(shorter, longer), (Change{How::Inserted, {row}}));
        EXPECT_EQ(change_of_rows(longer, shorter), (Change{How::Removed, {row}}));
    }
}

TEST(Change, ComparesOnlyTheRowThatMayDiffer) {
    std::mt19937 generator(3);
    const SharedMatrix before = random(6, 3, generator);
    Matrix numbers = *before;
    numbers(4, 1) += 1;
    const SharedMatrix after(numbers, before, 4), equal(*before, before, 4);
    EXPECT_EQ(change_of_rows(before, after), (Change{How::Rows, {4}}));
    EXPECT_EQ(change_of_rows(after, before), (Change{How::Rows, {4}}));
    EXPECT_TRUE(change_of_rows(before, equal).is_none());
    EXPECT_TRUE(change_of_rows(before, before).is_none());
}

TEST(Change, NamesTheColumnsWhoseBitsDiffer) {
    std::mt19937 generator(4);
    const Matrix before = random(7, 5, generator);
    Matrix after = before;
    EXPECT_TRUE(change_of_columns(before, after).is_none());
    after(0, 3) += 1;
    after(6, 3) += 1;
    after(2, 1) += 1;
    EXPECT_EQ(change_of_columns(before, after), (Change{How::Columns, {1, 3}}));
    EXPECT_EQ(change_of_columns(before, random(7, 6, generator)).kind, How::All);
}

/// A head of many words that is updated after changes of its inputs.
struct Changed {
    Matrix x;
    HeadWeights weights;
    Switches switches;
    HeadTrace trace;

    explicit Changed(std::mt19937& generator)
        : x(random(90, 6, generator)), weights{random(6, 5, generator), random(6, 5, generator),
                                               random(6, 4, generator)} {
        attend_into(trace, inputs());
    }
    HeadInputs inputs() const { return {x, Projections::Learned, weights, switches}; }
    /// Makes the edit and updates the trace. Returns the planned way.
    template <class Edit>
    Plan::Way after(Edit edit) {
        const Matrix old_x = x;
        const HeadWeights old_weights = weights;
        const Switches old_switches = switches;
        edit();
        const HeadInputs before{old_x, Projections::Learned, old_weights, old_switches};
        const InputChanges changes = changes_between(before, inputs(), change_of_rows(before.x, x));
        const Plan::Way way = plan_of(before, inputs(), changes, trace).way;
        const bool is_free = change_cost(before, inputs(), changes, trace) == 0;
        EXPECT_EQ(is_free, way == Plan::Way::Keep);
        trace = attend_again(before, inputs(), changes, std::move(trace));
        return way;
    }
    Change of(Stage stage) const { return change_of(trace, stage); }
};

/// Expects stages that are reported as unchanged to keep their bits.
void expect_kept(const HeadTrace& before, const HeadTrace& after) {
    for (const Stage stage : {Stage::Q, Stage::K, Stage::V, Stage::Output}) {
        const Change change = change_of(after, stage);
        const Matrix &a = before.matrices.at(stage), &b = after.matrices.at(stage);
        if (change.kind == How::All || change.kind == How::Inserted || change.kind == How::Removed)
            continue;
        const bool is_by_rows = change.kind == How::Rows;
        const Change found = is_by_rows ? change_of_rows(a, b) : change_of_columns(a, b);
        EXPECT_TRUE(found.is_none() || found == change) << stage.name();
    }
}

TEST(HeadChanges, KnowWhatEachChangeAffects) {
    std::mt19937 generator(5);
    Changed head(generator);
    EXPECT_EQ(head.of(Stage::Q).kind, How::All) << "the first pass";
    HeadTrace before = head.trace;
    const auto expect = [&](Plan::Way planned, Plan::Way way) {
        EXPECT_EQ(planned, way);
        expect_kept(before, head.trace);
        before = head.trace;
    };

    expect(head.after([] {}), Plan::Way::Keep);
    for (const Stage stage : {Stage::X, Stage::Q, Stage::Scores, Stage::Weights, Stage::Output})
        EXPECT_TRUE(head.of(stage).is_none()) << stage.name();

    expect(head.after([&] { head.x(7, 2) += 1; }), Plan::Way::Words);
    EXPECT_EQ(head.of(Stage::X), (Change{How::Rows, {7}}));
    EXPECT_EQ(head.of(Stage::V), (Change{How::Rows, {7}}));
    EXPECT_EQ(head.of(Stage::Masked), (Change{How::RowsAndColumns, {7}}));
    EXPECT_EQ(head.of(Stage::Output).kind, How::All);

    expect(head.after([&] {
        Matrix w_v = *head.weights.w_v;
        w_v(1, 3) += 0.5;
        head.weights.w_v = w_v;
    }),
           Plan::Way::ValueColumn);
    EXPECT_TRUE(head.of(Stage::X).is_none());
    EXPECT_TRUE(head.of(Stage::Weights).is_none());
    EXPECT_EQ(head.of(Stage::V), (Change{How::Columns, {3}}));
    EXPECT_EQ(head.of(Stage::Output), (Change{How::Columns, {3}}));

    expect(head.after([&] {
        Matrix w_q = *head.weights.w_q;
        w_q(1, 3) += 0.5;
        head.weights.w_q = w_q;
    }),
           Plan::Way::Rows);
    EXPECT_TRUE(head.of(Stage::K).is_none());
    EXPECT_EQ(head.of(Stage::W_Q), (Change{How::Columns, {3}}));
    EXPECT_EQ(head.of(Stage::Scores).kind, How::All);

    expect(head.after([&] { head.switches.temperature = 2; }), Plan::Way::Rows);
    EXPECT_TRUE(head.of(Stage::Scores).is_none());
    EXPECT_EQ(head.of(Stage::Scaled).kind, How::All);

    Flags painted = Flags::Constant(90, 90, false);
    expect(head.after([&] {
        head.switches.mask.kind = Mask::Kind::Painted;
        head.switches.mask.painted = painted;
    }),
           Plan::Way::Rows);
    EXPECT_TRUE(head.of(Stage::Scaled).is_none());
    EXPECT_EQ(head.of(Stage::Masked).kind, How::All);
    painted(4, 5) = painted(60, 2) = true;
    expect(head.after([&] { head.switches.mask.painted = painted; }), Plan::Way::MaskRows);
    EXPECT_TRUE(head.of(Stage::Scores).is_none());
    EXPECT_EQ(head.of(Stage::Masked), (Change{How::Rows, {4, 60}}));

    expect(head.after([&] { head.switches.mask = {}; }), Plan::Way::Rows);
    expect(head.after([&] { head.x = Matrix(head.x.topRows(89)); }), Plan::Way::RemoveWord);
    EXPECT_EQ(head.of(Stage::K), (Change{How::Removed, {89}}));
    EXPECT_EQ(head.of(Stage::Scores).kind, How::All);
    expect(head.after([&] { head.x = Matrix(2 * head.x); }), Plan::Way::Whole);
    EXPECT_EQ(head.of(Stage::Output).kind, How::All);
}

/// Kernels know no window: a large head stores it painted, in its current size.
TEST(HeadChanges, KeepMasksOfEveryKind) {
    const std::vector<Mask> masks = {
        {Mask::Kind::Window, {}, 7},
        {Mask::Kind::Prefix, {}, 5},
        {Mask::Kind::Padding, {}, 4},
        {Mask::Kind::All, {}, 0, {{Mask::Kind::Causal, {}}, {Mask::Kind::Window, {}, 9}}}};
    for (const Mask& mask : masks) {
        std::mt19937 generator(6);
        Changed head(generator);
        const auto expect = [&](Plan::Way planned, Plan::Way way) {
            EXPECT_EQ(planned, way);
            Switches plain = head.switches;
            plain.mask = painted_like(mask, head.x.rows());
            const Matrix fresh =
                attend(head.x, Projections::Learned, head.weights, plain)[Stage::Output];
            ASSERT_EQ(head.trace[Stage::Output].rows(), fresh.rows());
            EXPECT_LE((head.trace[Stage::Output] - fresh).cwiseAbs().maxCoeff(), 1e-12)
                << to_text(mask);
        };
        expect(head.after([&] { head.switches.mask = resolved(mask, 90); }), Plan::Way::Rows);
        expect(head.after([&] { head.x(89, 2) += 1; }), Plan::Way::Words);
        expect(head.after([&] {
            head.x = Matrix(head.x.topRows(89));
            head.switches.mask = resolved(mask, 89);
        }),
               Plan::Way::Whole);
        expect(head.after([&] { head.x(3, 1) -= 1; }), Plan::Way::Words);
    }
}

} // namespace
