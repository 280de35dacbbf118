// SPDX-License-Identifier: MIT
#include "core/figure/matrix/sheet_look.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace attn::figure {
namespace {

const SheetLook& shown_look(const Contents& all, Stage stage) {
    for (const SheetLook& look : all.sheets)
        if (look.id.stage == stage)
            return look;
    ADD_FAILURE() << "the stage is not shown";
    return all.sheets.front();
}

bool shows(const Contents& all, Stage stage) {
    return std::any_of(all.sheets.begin(), all.sheets.end(),
                       [&](const SheetLook& look) { return look.id.stage == stage; });
}

TEST(SheetLook, LeavesOutRepeatedStages) {
    Document document = test::scene_document(3, 4, 4, 4);
    const auto all = [&] { return contents(document, evaluate(document), {}); };
    EXPECT_TRUE(shows(all(), Stage::Scaled));
    EXPECT_FALSE(shows(all(), Stage::Masked));
    document.switches.scale.kind = Scale::Kind::None;
    EXPECT_FALSE(shows(all(), Stage::Scaled));
    document.switches.mask.kind = Mask::Kind::Causal;
    EXPECT_TRUE(shows(all(), Stage::Masked));
    document.projections = Projections::None;
    EXPECT_FALSE(shows(all(), Stage::W_Q));
    EXPECT_TRUE(shows(all(), Stage::Q));
}

TEST(SheetLook, PutsZeroInTheMiddleOfSignedMatrices) {
    const Document document = test::scene_document(4, 3, 3, 3);
    const Trace trace = evaluate(document);
    const Contents all = contents(document, trace, {});
    for (const SheetLook& look : all.sheets)
        if (info(look.id.stage).columns != Role::Key) {
            EXPECT_EQ(look.scale.low, -look.scale.high);
            EXPECT_GE(look.scale.high, look.values.matrix().cwiseAbs().maxCoeff());
        }
    EXPECT_EQ(shown_look(all, Stage::Scores).scale.low, trace.heads[0][Stage::Scores].minCoeff());
    EXPECT_EQ(shown_look(all, Stage::Scores).scale.high, trace.heads[0][Stage::Scores].maxCoeff());
    EXPECT_EQ(shown_look(all, Stage::Weights).scale.low, 0);
    EXPECT_EQ(shown_look(all, Stage::Weights).scale.high, 1);
}

TEST(SheetLook, TakesASharedOrFixedRange) {
    const Document document = test::scene_document(4, 3, 3, 3);
    const Trace trace = evaluate(document);
    View view;
    view.range.kind = ColourRange::Kind::Shared;
    const Contents shared = contents(document, trace, view);
    View other;
    other.range.kind = ColourRange::Kind::Symmetric;
    const Contents symmetric = contents(document, trace, other);
    EXPECT_EQ(shown_look(symmetric, Stage::Scores).scale.low,
              -shown_look(symmetric, Stage::Scores).scale.high);
    EXPECT_EQ(shown_look(symmetric, Stage::Scores).scale.colours, &table(Diverging::BlueRed));
    other.range.kind = ColourRange::Kind::Logarithmic;
    const Contents logarithmic = contents(document, trace, other);
    EXPECT_GT(shown_look(logarithmic, Stage::Weights).scale.least, 0);
    EXPECT_GT(shown_look(logarithmic, Stage::X).scale.least, 0);
    EXPECT_EQ(shown_look(logarithmic, Stage::Scores).scale.least, 0);
    const Real end = shown_look(shared, Stage::X).scale.high;
    for (const Stage stage : {Stage::W_Q, Stage::Q, Stage::V, Stage::Output})
        EXPECT_EQ(shown_look(shared, stage).scale.high, end);
    EXPECT_EQ(shown_look(shared, Stage::Scores).scale.high,
              shown_look(shared, Stage::Scaled).scale.high);
    view.range = {ColourRange::Kind::Fixed, -0.25, 0.5};
    const Contents fixed = contents(document, trace, view);
    EXPECT_EQ(shown_look(fixed, Stage::X).scale.high, 0.5);
    EXPECT_EQ(shown_look(fixed, Stage::X).scale.low, -0.5);
    EXPECT_EQ(shown_look(fixed, Stage::Scores).scale.low, -0.25);
    EXPECT_EQ(shown_look(fixed, Stage::X).scale_high, "≥ 0.5");
}

TEST(SheetLook, WritesNumbersAsPeopleDo) {
    EXPECT_EQ(number_text(-1.5, {}), "−1.50");
    EXPECT_EQ(number_text(1e-7, {NumberFormat::Kind::Significant, 3}), "1.00e−07");
    EXPECT_EQ(number_text(-1.0 / 3, {NumberFormat::Kind::Fraction, 3}), "−1/3");
    EXPECT_EQ(number_text(std::numeric_limits<Real>::quiet_NaN(), {}), "NaN");
    EXPECT_EQ(number_text(-std::numeric_limits<Real>::infinity(), {}), "−∞");
}

TEST(SheetLook, MarksARowIfRoundingBreaksItsSum) {
    Matrix values(3, 3);
    values << 1.0 / 3, 1.0 / 3, 1.0 / 3, 0.5, 0.25, 0.25, 0.25, 0.1, 0.2;
    SheetLook look;
    look.values = values;
    look.numbers = {NumberFormat::Kind::Decimals, 2};
    EXPECT_EQ(row_sum(look, 0).text, "1.00");
    EXPECT_TRUE(row_sum(look, 0).is_rounding_off);
    EXPECT_EQ(row_sum(look, 1).text, "1.00");
    EXPECT_FALSE(row_sum(look, 1).is_rounding_off);
    EXPECT_EQ(row_sum(look, 2).text, "0.55");
    look.numbers = {NumberFormat::Kind::Fraction, 3};
    EXPECT_EQ(row_sum(look, 0).text, "1");
    EXPECT_FALSE(row_sum(look, 0).is_rounding_off);
}

TEST(SheetLook, SaysThatRoundingBreaksTheSumOfTheQueryWord) {
    Document document = test::scene_document(3, 2, 2, 2);
    document.tokens = {"a", "b", "c"};
    document.embeddings = Matrix(Matrix::Zero(3, 2)); // each of three words gets a third
    const Trace even = evaluate(document);
    const Contents all = contents(document, even, {});
    EXPECT_EQ(rounding_sentence(all, 1),
              "≈ The weights of “b” as shown sum to 0.99, because each is rounded; in full they "
              "sum to 1.00.");
    EXPECT_EQ(rounding_remark(all, 1),
              "≈ As shown its row sums to 0.99, because each number is rounded.");

    Flags flags = Flags::Constant(3, 3, false);
    flags(0, 2) = flags(2, 0) = true; // halves, which two decimals show exactly
    document.switches.mask = {Mask::Kind::Painted, flags};
    const Trace mixed = evaluate(document);
    const Contents some = contents(document, mixed, {});
    EXPECT_EQ(rounding_remark(some, 0), "");
    EXPECT_EQ(rounding_sentence(some, 0), "") << "it does not speak of other words";
    document.convention = Convention::TokensAsColumns;
    EXPECT_EQ(rounding_remark(contents(document, mixed, {}), 1),
              "≈ As shown its column sums to 0.99, because each number is rounded.");
    document.switches.mask.painted = Flags(Flags::Constant(3, 3, false));
    View exact;
    exact.numbers = {NumberFormat::Kind::Fraction, 3};
    EXPECT_EQ(rounding_sentence(contents(document, even, exact), 0), "");
}

TEST(SheetLook, ReservesRoomForTheWidestNumber) {
    Document document = test::scene_document(3, 2, 2, 2);
    Matrix x(3, 2);
    x << -12.5, 0.25, 1, 2, 3, 4;
    document.embeddings = x;
    const Trace trace = evaluate(document);
    EXPECT_EQ(shown_look(contents(document, trace, {}), Stage::X).characters, 5);
    View view;
    view.numbers = {NumberFormat::Kind::Significant, 3};
    const Contents all = contents(document, trace, view);
    EXPECT_EQ(shown_look(all, Stage::X).characters, 5);          // 0.250
    EXPECT_EQ(shown_look(all, Stage::X).fraction_characters, 4); // .250
}

TEST(SheetLook, ClampsTheViewToTheDocument) {
    const Document document = test::scene_document(3, 2, 2, 2);
    View view;
    view.query = 99;
    view.head = 7;
    view.key = 3;
    const View inside = within(document, view);
    EXPECT_EQ(inside.query, 2);
    EXPECT_EQ(inside.head, 0);
    EXPECT_FALSE(inside.key);
}

} // namespace
} // namespace attn::figure
