// SPDX-License-Identifier: MIT
// Sets computed numbers in a session without a window: by typing, filling and pasting.
#include "app/editing/giving.h"
#include "app/explaining/comparing.h"
#include "core/document/model/covers.h"
#include "core/document/model/given.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/io/document/library.h"
#include "tests/support/editing_desk.h"
#include "tests/support/without_x.h"

#include <gtest/gtest.h>

#include <string>

using namespace app;
using namespace attn;
using attn::test::EditingDesk;

namespace {

constexpr SheetId weights{Stage::Weights};
constexpr Place weight{weights, 1, 2};

struct GivingDesk : EditingDesk {
    GivingDesk() : EditingDesk(*io::open_document("the-cat-chased-the-mouse")) {}
    bool is_given_now(const SheetId& sheet = weights) {
        return is_given_stage(session.document(), sheet);
    }
    Matrix matrix(const SheetId& sheet = weights) {
        return matrix_of(session.document(), session.trace(), sheet);
    }
    std::size_t steps() { return session.history().position(); }
};

} // namespace

TEST(Giving, TypingAsksOnceWhatIsMeant) {
    GivingDesk desk;
    const Document before = desk.session.document();
    desk.select(weight);
    desk.type("0.9");
    ASSERT_TRUE(desk.session.ui.editing) << "the text is typed before the question";
    desk.press({Key::Enter});
    ASSERT_TRUE(desk.session.ui.question);
    EXPECT_EQ(desk.session.ui.question->choices.size(), 3U);
    desk.press({Key::Escape});
    EXPECT_FALSE(desk.session.ui.question);
    EXPECT_EQ(desk.session.ui.over_computed, OverComputed::Ask);
    EXPECT_TRUE(desk.session.document() == before);

    desk.select(weight);
    desk.type("0.9");
    desk.press({Key::Enter});
    desk.press({Key::Enter});
    EXPECT_TRUE(desk.is_given_now());
    EXPECT_EQ(desk.matrix()(1, 2), 0.9);
    EXPECT_EQ(desk.steps(), 1U);
    EXPECT_NE(desk.message().find("given now"), std::string::npos) << desk.message();
    EXPECT_EQ(desk.session.history().undo_description(), "Set weights[1,2] to 0.9");

    desk.select({{Stage::Output}, 0, 0});
    desk.type("3");
    desk.press({Key::Enter});
    EXPECT_FALSE(desk.session.ui.question) << "it is asked once";
    EXPECT_EQ(desk.matrix({Stage::Output})(0, 0), 3);
    EXPECT_EQ(*desk.session.view.selected, (Place{{Stage::Output}, 1, 0})) << "Enter goes below";
    for (int step = 0; step < 2; ++step) {
        desk.session.outbox.post(Undo{});
        desk.carry_out();
    }
    EXPECT_TRUE(desk.session.document() == before);
}

TEST(Giving, VisitingAComputedNumberChangesNothing) {
    GivingDesk desk;
    desk.session.ui.over_computed = OverComputed::Set;
    desk.select(weight);
    desk.press({Key::F2});
    ASSERT_TRUE(desk.session.ui.editing);
    desk.press({Key::Enter});
    EXPECT_FALSE(desk.session.ui.editing);
    EXPECT_FALSE(desk.is_given_now());
    EXPECT_EQ(desk.steps(), 0U);
    desk.select(weight);
    desk.type("1x");
    desk.press({Key::Enter});
    ASSERT_TRUE(desk.session.ui.editing) << "what is no number stays open";
    EXPECT_NE(desk.session.ui.editing->fault, "");
    desk.press({Key::Escape});
    EXPECT_EQ(desk.steps(), 0U);
}

TEST(Giving, KeysSetNumbersOneAfterAnother) {
    GivingDesk desk;
    desk.session.ui.over_computed = OverComputed::Set;
    desk.select({weights, 0, 3});
    desk.type("0.5");
    desk.press({Key::Tab});
    EXPECT_EQ(*desk.session.view.selected, (Place{weights, 0, 4}));
    desk.type("0.25");
    desk.press({Key::Tab});
    EXPECT_EQ(*desk.session.view.selected, (Place{weights, 1, 0})) << "it is an input now";
    desk.type("1");
    desk.press({Key::Enter});
    EXPECT_EQ(*desk.session.view.selected, (Place{weights, 2, 3})) << "below where the Tabs began";
    desk.select({{Stage::V}, 2, 1});
    desk.press({Key::Delete});
    EXPECT_EQ(desk.matrix({Stage::V})(2, 1), 0);
    EXPECT_TRUE(desk.is_given_now({Stage::V}));
    EXPECT_EQ(desk.steps(), 4U);
}

TEST(Giving, ANumberThatIsNotFiniteKeepsItsStageComputed) {
    GivingDesk desk;
    desk.session.outbox.edit(SetMask{{Mask::Kind::Causal, {}}});
    desk.carry_out();
    desk.session.ui.over_computed = OverComputed::Set;
    desk.select({{Stage::Masked}, 0, 0});
    desk.type("1");
    EXPECT_FALSE(desk.session.ui.editing);
    EXPECT_NE(desk.message().find("finite numbers only"), std::string::npos) << desk.message();
    EXPECT_EQ(desk.steps(), 1U);
    desk.session.ui.over_computed = OverComputed::Ask;
    desk.type("1");
    EXPECT_TRUE(desk.session.ui.seeking) << "inputs can be found, so nothing is asked";
}

TEST(Giving, FillsComputedNumbersByEveryWay) {
    GivingDesk desk;
    const Document before = desk.session.document();
    const Matrix first = desk.matrix();
    const Matrix output = desk.matrix({Stage::Output});
    pin(desk.session.frame());
    desk.select({weights, 0, 0});
    desk.run("fill.uniform");
    EXPECT_TRUE(desk.matrix().isApprox(Matrix::Constant(5, 5, 0.2)));
    EXPECT_EQ(desk.session.history().undo_description(), "Fill with uniform in weights");
    desk.run("fill.diagonal");
    ASSERT_TRUE(desk.session.ui.filling);
    desk.type("one");
    desk.press({Key::Enter});
    ASSERT_TRUE(desk.session.ui.filling) << "a diagonal is a whole number";
    desk.press({Key::Character, 'a', true});
    desk.type("1");
    desk.press({Key::Enter});
    Matrix next = Matrix::Zero(5, 5);
    for (Index row = 0; row < 5; ++row)
        next(row, std::min<Index>(row + 1, 4)) = 1;
    EXPECT_EQ(desk.matrix(), next);
    desk.select({{Stage::Output}, 0, 0});
    EXPECT_FALSE(action(desk.actions, "fill.uniform").is_enabled(desk.session.frame()));
    desk.run("fill.mean");
    const Matrix mean = desk.matrix({Stage::Output});
    for (Index row = 1; row < 5; ++row)
        EXPECT_EQ(mean.row(row), mean.row(0));
    desk.run("fill.pinned");
    EXPECT_EQ(desk.matrix({Stage::Output}), output);
    desk.run("fill.zeros");
    EXPECT_TRUE(desk.matrix({Stage::Output}).isZero(0));
    // If several cells are selected, only these are filled.
    desk.select({weights, 0, 4});
    desk.session.view.anchor = Place{weights, 0, 0};
    desk.run("fill.pinned");
    EXPECT_EQ(desk.matrix().row(0), first.row(0));
    EXPECT_EQ(desk.matrix().row(1), next.row(1));
    while (desk.session.history().can_undo()) {
        desk.session.outbox.post(Undo{});
        desk.carry_out();
    }
    EXPECT_TRUE(desk.session.document() == before);
}

TEST(Giving, PastesOverComputedNumbersInOneStep) {
    GivingDesk desk;
    desk.select({weights, 1, 1});
    desk.clipboard = "0.25\t0.75";
    desk.press({Key::Character, 'v', true});
    EXPECT_TRUE(desk.is_given_now());
    EXPECT_EQ(desk.matrix()(1, 2), 0.75);
    EXPECT_EQ(desk.steps(), 1U);
}

// A pinned state fills what it has of the same shape, layer by layer, in one step.
TEST(Giving, FillsFromAPinnedStateTheSameMatrixOfItsLayer) {
    for (const auto& [name, document] : attn::test::documents_without_x()) {
        SCOPED_TRACE(name);
        EditingDesk desk(document);
        for (const SheetId& sheet : given_stages(document)) {
            desk.session.ui.comparing.reset();
            pin(desk.session.frame());
            const Matrix numbers = **input(document, sheet);
            desk.select({sheet, 0, 0});
            desk.run("fill.zeros");
            EXPECT_TRUE((*input(desk.session.document(), sheet))->isZero(0));
            desk.run("fill.pinned");
            EXPECT_EQ(**input(desk.session.document(), sheet), numbers) << to_text(sheet);
            EXPECT_EQ(desk.session.history().undo_description(),
                      "Take the pinned numbers in " + to_text(sheet));
            EXPECT_TRUE(desk.session.document() == document);
        }
    }
}

TEST(Giving, AComputedStageTakesThePinnedNumbersThoughInputsHaveChanged) {
    GivingDesk desk;
    const Matrix first = desk.matrix();
    pin(desk.session.frame());
    desk.session.outbox.edit(SetCell{{{Stage::X}, 1, 0}, 3});
    desk.carry_out();
    const Matrix scores = desk.matrix({Stage::Scores});
    ASSERT_NE(desk.matrix(), first);
    desk.select({weights, 0, 0});
    desk.run("fill.pinned");
    EXPECT_TRUE(desk.is_given_now());
    EXPECT_EQ(desk.matrix(), first);
    EXPECT_EQ(desk.matrix({Stage::Scores}), scores) << "what comes before stays";
    EXPECT_EQ(desk.steps(), 2U);
    // What the pinned state has in another shape, or not at all, cannot be taken.
    desk.session.outbox.edit(InsertToken{5, "again"});
    desk.carry_out();
    EXPECT_FALSE(action(desk.actions, "fill.pinned").is_enabled(desk.session.frame()));
    desk.session.outbox.edit(SetJoin{Join::SideBySide});
    desk.carry_out();
    desk.select({{Stage::Joined}, 0, 0});
    EXPECT_FALSE(action(desk.actions, "fill.pinned").is_enabled(desk.session.frame()));
    desk.session.ui.comparing.reset();
    desk.select({{Stage::W_Q}, 0, 0});
    EXPECT_FALSE(action(desk.actions, "fill.pinned").is_enabled(desk.session.frame()));
}

// A whole matrix from another program: it is given, and all that follows is computed from it.
TEST(Giving, PastesAWholeMatrixAndComputesWhatFollows) {
    GivingDesk desk;
    const Document before = desk.session.document();
    const Matrix values = desk.matrix({Stage::V});
    desk.select({weights, 0, 0});
    for (int row = 0; row < 5; ++row)
        desk.clipboard += "0.5\t0\t0.25\t0\t0.25\n";
    desk.control('v');
    if (desk.session.ui.pasting)
        desk.press(Key::Enter);
    EXPECT_TRUE(desk.is_given_now()) << desk.message();
    const Matrix pasted = desk.matrix();
    Matrix row(1, 5);
    row << 0.5, 0, 0.25, 0, 0.25;
    EXPECT_EQ(pasted.row(4), row);
    EXPECT_TRUE(desk.matrix({Stage::Output}).isApprox(pasted * values, 1e-12));
    EXPECT_EQ(desk.steps(), 1U);
    EXPECT_NE(desk.message().find("Pasted 5 × 5"), std::string::npos) << desk.message();
    desk.session.outbox.post(Undo{});
    desk.carry_out();
    EXPECT_TRUE(desk.session.document() == before);
}

TEST(Giving, PastesNoNumbersThatCannotBeGiven) {
    GivingDesk desk;
    desk.select({weights, 1, 1});
    const Document before = desk.session.document();
    for (const char* const text : {"0.5\tNaN", "0.5\tinf", "0.5\tword"}) {
        desk.clipboard = text;
        desk.session.ui.message.reset();
        desk.control('v');
        EXPECT_NE(desk.message().find("Nothing was pasted"), std::string::npos)
            << text << ": " << desk.message();
        EXPECT_FALSE(desk.is_given_now());
        EXPECT_TRUE(desk.session.document() == before);
    }
    desk.session.outbox.edit(SetMask{{Mask::Kind::Causal, {}}});
    desk.carry_out();
    desk.select({{Stage::Masked}, 0, 0});
    desk.clipboard = "1";
    desk.session.ui.message.reset();
    desk.control('v');
    EXPECT_NE(desk.message().find("cannot be given"), std::string::npos) << desk.message();
    EXPECT_EQ(desk.steps(), 1U);
}

TEST(Giving, CoveredNumbersStayCovered) {
    GivingDesk desk;
    desk.session.outbox.edit(
        cover_command(desk.session.document(), range_of(Place{weights, 0, 0})));
    desk.carry_out();
    const Real covered = desk.matrix()(0, 0);
    desk.select({weights, 3, 3});
    desk.run("explain.give");
    EXPECT_TRUE(desk.is_given_now()) << desk.message();
    EXPECT_EQ(desk.matrix()(0, 0), covered);
    EXPECT_EQ(desk.session.document().covers.size(), 1U);
}

TEST(Giving, LinesAreMadeShares) {
    GivingDesk desk;
    desk.session.ui.over_computed = OverComputed::Set;
    desk.select(weight);
    desk.type("0.9");
    desk.press({Key::Enter});
    EXPECT_NE(unlike_shares_sentence(desk.session.frame(), weights).find("“cat” sum to 1."),
              std::string::npos)
        << unlike_shares_sentence(desk.session.frame(), weights);
    make_shares(desk.session.frame(), weights);
    desk.carry_out();
    EXPECT_EQ(unlike_shares_sentence(desk.session.frame(), weights), "");
    EXPECT_NEAR(desk.matrix().row(1).sum(), 1, 1e-12);
    EXPECT_EQ(desk.steps(), 2U);
    release(desk.session.frame(), weights);
    desk.carry_out();
    EXPECT_FALSE(desk.is_given_now());
}
