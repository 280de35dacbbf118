// SPDX-License-Identifier: MIT
// Seeks a goal for a computed number, in a session without a window.
#include "app/actions/actions.h"
#include "app/input/keys.h"
#include "app/learning/seeking.h"
#include "app/session/session.h"
#include "core/base/number_text.h"
#include "core/document/model/sheet.h"
#include "core/io/document/library.h"
#include "tests/support/random_document.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <thread>

using namespace app;
using namespace attn;

namespace {

constexpr Place weight{{Stage::Weights}, 1, 2};

/// A document with so many words that one gradient of a weight takes some milliseconds.
Document large_document() {
    attn::test::Random random(3);
    Document document;
    for (int word = 0; word < 120; ++word)
        document.tokens.own().push_back("w" + std::to_string(word));
    document.embeddings = random.matrix(120, 16, 0.5);
    document.heads = {
        {random.matrix(16, 16, 0.5), random.matrix(16, 16, 0.5), random.matrix(16, 16)}};
    return document;
}

struct SeekingDesk {
    Session session{*io::open_document("the-cat-chased-the-mouse")};
    std::vector<Action> actions = all_actions({});

    SeekingDesk() { session.ui.over_computed = OverComputed::Seek; }
    void carry_out() {
        session.carry_out([](const std::string& name) -> Result<Document> {
            return Error{"there is no such file", name};
        });
    }
    void press(Key key) {
        take_key(session.frame(), KeyPress{key}, actions);
        carry_out();
    }
    void type(const std::string& text) {
        for (const char c : text) {
            take_key(session.frame(), Typed{std::string(1, c)}, actions);
            carry_out();
        }
    }
    std::optional<Seeking>& seeking() { return session.ui.seeking; }
    /// Leaves out every input but the first; the keyboard is in the table's first row.
    void leave_out_all_but_the_first() {
        for (std::size_t at = 1; at < seeking()->freedom.inputs.size(); ++at) {
            press(Key::Down);
            type(" ");
        }
    }
    bool finds() {
        for (int waited = 0; waited < 5000; ++waited) {
            carry_out();
            if (seeking() && !seeking()->seeker)
                return seeking()->found.has_value();
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        }
        return false;
    }
    Real shown(const Place& place) { return value_at(session.document(), session.trace(), place); }
};

} // namespace

TEST(Seeking, ATypedTargetIsFoundShownAcceptedAndUndone) {
    SeekingDesk desk;
    const Document before = desk.session.document();
    desk.session.view.selected = weight;
    desk.type("0.8");
    ASSERT_TRUE(desk.seeking());
    EXPECT_EQ(desk.seeking()->target.text, "0.8");
    desk.press(Key::Enter);
    ASSERT_TRUE(desk.finds()) << desk.seeking()->fault;
    EXPECT_TRUE(outcome(*desk.seeking()).starts_with("Reached: ")) << outcome(*desk.seeking());
    EXPECT_NEAR(desk.shown(weight), 0.8, 1e-5) << "it is seen before it is accepted";
    EXPECT_TRUE(desk.session.work.document() == before);
    desk.press(Key::Enter);
    EXPECT_FALSE(desk.seeking());
    EXPECT_NEAR(desk.shown(weight), 0.8, 1e-5);
    EXPECT_EQ(desk.session.history().position(), 1U);
    EXPECT_FALSE(desk.session.document() == before);
    desk.session.outbox.post(Undo{});
    desk.carry_out();
    EXPECT_TRUE(desk.session.document() == before);
}

TEST(Seeking, LeavingAtAnyMomentChangesNothing) {
    SeekingDesk desk;
    const Document before = desk.session.document();
    for (const int when : {0, 1, 2}) { // before it begins, while it runs, after it found something
        desk.session.view.selected = weight;
        desk.press(Key::Enter);
        ASSERT_TRUE(desk.seeking());
        desk.type("0.9");
        if (when > 0)
            desk.press(Key::Enter);
        if (when > 1) {
            ASSERT_TRUE(desk.finds());
        }
        desk.press(Key::Escape);
        EXPECT_FALSE(desk.seeking());
        EXPECT_TRUE(desk.session.document() == before);
        EXPECT_FALSE(desk.session.history().can_undo());
    }
}

TEST(Seeking, MovesOnlyTheChosenInputsAndRemembersThem) {
    SeekingDesk desk;
    const Document before = desk.session.document();
    desk.session.view.selected = weight;
    desk.press(Key::Enter);
    desk.type("0.6");
    desk.press(Key::Tab);
    ASSERT_EQ(desk.seeking()->freedom.inputs.front().sheet, SheetId{Stage::X});
    desk.leave_out_all_but_the_first();
    desk.press(Key::Enter);
    ASSERT_TRUE(desk.finds());
    desk.press(Key::Enter);
    const Document& after = desk.session.document();
    EXPECT_TRUE(after.heads == before.heads);
    EXPECT_FALSE(after.embeddings == before.embeddings);
    EXPECT_EQ(desk.session.history().undo_description(), "Make weights[1,2] 0.600000 by moving X");
    desk.session.view.selected = weight;
    desk.press(Key::Enter);
    std::vector<SheetId> chosen;
    for (const FreeInput& input : desk.seeking()->freedom.inputs)
        if (input.is_chosen)
            chosen.push_back(input.sheet);
    EXPECT_EQ(chosen, std::vector{SheetId{Stage::X}});
}

TEST(Seeking, MovesOnlyTheTypedCellsWithinTheirRanges) {
    SeekingDesk desk;
    const Matrix before = *desk.session.document().embeddings;
    const Real wanted = desk.shown(weight) + 0.03;
    desk.session.view.selected = weight;
    desk.press(Key::Enter);
    desk.type(shortest(wanted));
    desk.press(Key::Tab); // the inputs
    desk.leave_out_all_but_the_first();
    desk.press(Key::Home);
    desk.press(Key::Tab); // cells of X
    desk.type("catt");
    desk.press(Key::Enter);
    EXPECT_NE(desk.seeking()->fault.find("did you mean \"cat\""), std::string::npos)
        << desk.seeking()->fault;
    desk.press(Key::Backspace);
    desk.press(Key::Tab); // its range
    desk.type("1:");
    desk.press(Key::Backspace);
    desk.press(Key::Enter);
    EXPECT_NE(desk.seeking()->fault.find("is not a range"), std::string::npos)
        << desk.seeking()->fault;
    desk.press(Key::Backspace);
    desk.type("-1.5:1.5");
    desk.press(Key::Enter);
    ASSERT_TRUE(desk.finds()) << desk.seeking()->fault;
    EXPECT_TRUE(outcome(*desk.seeking()).starts_with("Reached: ")) << outcome(*desk.seeking());
    desk.press(Key::Enter);
    const Matrix& after = *desk.session.document().embeddings;
    EXPECT_EQ(desk.session.history().undo_description(),
              "Make weights[1,2] " + significant(wanted, 6) + " by moving X[1,:]");
    for (Index row = 0; row < after.rows(); ++row)
        if (row == 1)
            EXPECT_LE(after.row(row).cwiseAbs().maxCoeff(), 1.5);
        else
            EXPECT_EQ(Matrix(after.row(row)), Matrix(before.row(row))) << row;
    EXPECT_NE(Matrix(after.row(1)), Matrix(before.row(1)));
    // Removing a word removes its typed cells.
    desk.session.outbox.edit(RemoveToken{1});
    desk.carry_out();
    desk.session.view.selected = Place{{Stage::Weights}, 0, 0};
    desk.press(Key::Enter);
    EXPECT_EQ(desk.seeking()->freedom.inputs.front().cells.text, "");
    EXPECT_EQ(desk.seeking()->freedom.inputs.front().range.text, "-1.5:1.5");
}

TEST(Seeking, StopsAtTheNearestAndLeavesWithoutWaiting) {
    Session session{large_document()};
    const Document before = session.document();
    const auto carry_out = [&] { session.carry_out(io::open_document); };
    const auto until = [&](const auto& holds) {
        for (int waited = 0; waited < 10000 && !holds(); ++waited) {
            carry_out();
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        return holds();
    };
    const auto ask = [&] {
        begin_seeking(session.frame(), {{Stage::Weights}, 1, 2}, "1.5");
        ASSERT_TRUE(session.ui.seeking);
        session.outbox.post(SeekGoal::Begin);
        carry_out();
        ASSERT_TRUE(session.ui.seeking->seeker) << session.ui.seeking->fault;
    };
    ask();
    // The first state that is shown may be the start.
    ASSERT_TRUE(until([&] { return !(session.document() == before); })) << "the way is shown";
    EXPECT_TRUE(session.work.document() == before);
    session.outbox.post(SeekGoal::Stop);
    ASSERT_TRUE(until([&] { return session.ui.seeking->found.has_value(); }));
    EXPECT_TRUE(outcome(*session.ui.seeking).starts_with("1.5 was not reached; the nearest"));
    session.outbox.post(SeekGoal::Leave);
    carry_out();
    EXPECT_TRUE(session.document() == before);

    ask();
    session.outbox.post(SeekGoal::Leave);
    carry_out();
    EXPECT_FALSE(session.ui.seeking);
    EXPECT_EQ(session.ui.learning.left.size(), 1U) << "it ends beside what goes on";
    EXPECT_TRUE(until([&] { return session.ui.learning.left.empty(); }));
    EXPECT_TRUE(session.document() == before);
}

TEST(Seeking, SaysHowNearItCame) {
    SeekingDesk desk;
    desk.session.view.selected = weight;
    desk.type("1.5");
    desk.press(Key::Enter);
    ASSERT_TRUE(desk.finds());
    const std::string said = outcome(*desk.seeking());
    const std::string begin = "1.5 was not reached; the nearest found is ";
    ASSERT_TRUE(said.starts_with(begin)) << said;
    const double nearest = std::stod(said.substr(begin.size()));
    EXPECT_GT(nearest, 0.9) << said;
    EXPECT_LE(nearest, 1) << "a weight is no larger";
}

TEST(Seeking, BringsARowOfWeightsToAPattern) {
    SeekingDesk desk;
    const Index count = token_count(desk.session.document());
    desk.session.view.selected = Place{{Stage::Weights}, 1, 0};
    desk.session.view.anchor = Place{{Stage::Weights}, 1, count - 1};
    desk.press(Key::Enter);
    ASSERT_TRUE(desk.seeking());
    ASSERT_EQ(desk.seeking()->places.size(), static_cast<std::size_t>(count));
    desk.type("0.6 0.1");
    desk.press(Key::Enter);
    EXPECT_NE(desk.seeking()->fault.find("Type one for all, or one for each"), std::string::npos);
    desk.type(" 0.1 0.1 1/10");
    desk.press(Key::Enter);
    ASSERT_TRUE(desk.finds()) << desk.seeking()->fault;
    EXPECT_EQ(outcome(*desk.seeking()), "Reached: all 5 numbers");
    EXPECT_NEAR(desk.shown({{Stage::Weights}, 1, 0}), 0.6, 1e-5);
    EXPECT_NEAR(desk.shown({{Stage::Weights}, 1, 4}), 0.1, 1e-5);
    desk.press(Key::Escape);
    desk.session.view.selected = Place{{Stage::Weights}, 1, 0};
    desk.press(Key::Enter);
    desk.type("0.5"); // a sum that no row of weights can have
    desk.press(Key::Enter);
    ASSERT_TRUE(desk.finds());
    EXPECT_NE(outcome(*desk.seeking()).find("were not reached"), std::string::npos);
}

TEST(Seeking, APatternIsPaintedOverTheWeights) {
    SeekingDesk desk;
    const Index last = token_count(desk.session.document()) - 1;
    desk.session.view.selected = Place{{Stage::Weights}, 0, 0};
    desk.session.view.anchor = Place{{Stage::Weights}, last, last};
    desk.press(Key::Enter);
    ASSERT_TRUE(desk.seeking());
    const GoalPattern& pattern = desk.seeking()->pattern;
    ASSERT_TRUE(pattern.is_offered());
    desk.press(Key::Tab);
    ASSERT_EQ(desk.seeking()->field, SeekingField::Pattern);
    desk.press(Key::Down);
    desk.type(" "); // "cat" attends to "The"
    desk.press(Key::Down);
    desk.press(Key::Right);
    desk.type(" "); // "chased" attends to "cat"
    for (int at = 0; at < 2; ++at)
        desk.press(Key::Right);
    desk.type(" "); // and equally to "the"
    EXPECT_EQ(desk.seeking()->target.text, "– – – – – 1 0 0 0 0 0 1/2 0 1/2 0 – – – – – – – – – –");
    desk.press(Key::Enter);
    ASSERT_TRUE(desk.finds()) << desk.seeking()->fault;
    EXPECT_EQ(outcome(*desk.seeking()), "Reached: all 10 numbers");
    EXPECT_NEAR(desk.shown({{Stage::Weights}, 1, 0}), 1, 1e-5);
    EXPECT_NEAR(desk.shown({{Stage::Weights}, 2, 1}), 0.5, 1e-5);
    EXPECT_NEAR(desk.shown({{Stage::Weights}, 2, 3}), 0.5, 1e-5);
    desk.press(Key::Escape);

    // With words as columns the cells are the same, in the other order.
    desk.session.outbox.edit(SetConvention{Convention::TokensAsColumns});
    desk.carry_out();
    desk.session.view.selected = Place{{Stage::Weights}, 0, 0};
    desk.session.view.anchor = Place{{Stage::Weights}, 1, 1};
    desk.press(Key::Enter);
    ASSERT_TRUE(desk.seeking() && desk.seeking()->pattern.is_offered());
    const Place other = desk.seeking()->places[1];
    EXPECT_EQ(other, (Place{{Stage::Weights}, 1, 0})) << "one to the right is the next query";
    paint(desk.session.document(), *desk.seeking(), 0, 1);
    EXPECT_EQ(desk.seeking()->target.text, "– 1 – 0") << "the line of a query goes down";
    desk.press(Key::Tab);
    desk.press(Key::Tab); // An entry typed over it is no longer a pattern.
    desk.seeking()->field = SeekingField::Target;
    desk.type("1");
    EXPECT_EQ(desk.seeking()->pattern.is_painted, std::vector<bool>(4, false));
}

TEST(Seeking, ANumberMayBeLeftOutByADash) {
    SeekingDesk desk;
    desk.session.view.selected = Place{{Stage::Weights}, 1, 0};
    desk.session.view.anchor = Place{{Stage::Weights}, 1, 4};
    desk.press(Key::Enter);
    desk.type("- 0.5 - - -");
    desk.press(Key::Enter);
    ASSERT_TRUE(desk.finds()) << desk.seeking()->fault;
    EXPECT_NEAR(desk.shown({{Stage::Weights}, 1, 1}), 0.5, 1e-5);
    EXPECT_EQ(outcome(*desk.seeking()), "Reached: 0.5") << "with the digits that were asked for";
}

TEST(Seeking, ExplainsInvalidAndUnreachableTargets) {
    SeekingDesk desk;
    desk.session.view.selected = weight;
    desk.type("-");
    desk.press(Key::Enter);
    ASSERT_TRUE(desk.seeking());
    EXPECT_NE(desk.seeking()->fault, "");
    desk.press(Key::Escape);
    Session concepts{*io::open_document("concepts")};
    const Place rebuilt{{Stage::Reconstruction}, 0, 0};
    EXPECT_NE(cannot_seek(concepts.document(), rebuilt), "");
    begin_seeking(concepts.frame(), rebuilt);
    EXPECT_FALSE(concepts.ui.seeking);
    ASSERT_TRUE(concepts.ui.message);
    EXPECT_NE(concepts.ui.message->text.find(cannot_seek(concepts.document(), rebuilt)),
              std::string::npos);
}
