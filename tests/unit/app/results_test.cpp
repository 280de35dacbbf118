// SPDX-License-Identifier: MIT
#include "app/actions/actions.h"
#include "app/explaining/comparing.h"
#include "app/input/keys.h"
#include "app/session/session.h"
#include "core/document/model/sheet.h"
#include "tests/support/gate.h"
#include "tests/support/large_document.h"

#include <gtest/gtest.h>

using namespace app;
using namespace attn;

namespace {

/// So large that each change of W_Q goes to the evaluator.
const Document& many_words() {
    static const Document document = large_document(1800, 64, 1);
    return document;
}

constexpr Place w_q{{Stage::W_Q}, 0, 0};

struct ResultsDesk {
    Gate gate;
    std::string clipboard;
    Session session{io::Origin{"many", "", std::nullopt, many_words()}, gate.work()};
    std::vector<Action> actions = all_actions({{"few", "Few words"}});

    ResultsDesk() {
        session.clipboard.write = [this](const std::string& text) { clipboard = text; };
        gate.open();
        EXPECT_TRUE(session.results.settle(session.document()));
    }
    void carry_out() {
        session.carry_out([](const std::string&) -> Result<Document> { return new_document(); });
    }
    void press(KeyPress key) {
        take_key(session.frame(), key, actions);
        carry_out();
    }
    void edit(Command command) {
        session.outbox.edit(std::move(command));
        carry_out();
    }
    Real input(const Place& place) const {
        return (*session.document().heads[0].w_q)(place.row, place.column);
    }
    bool is_up_to_date() const { return session.results.is_of(session.document()); }
    /// Expects what the program relies on from frame to frame.
    void expect_consistent() const {
        const Results& results = session.results;
        const Document& newest = session.document();
        if (results.is_shown(newest)) {
            EXPECT_TRUE(have_same_places(results.shown().document, newest));
            EXPECT_EQ(results.shown().trace.heads.size(),
                      static_cast<std::size_t>(head_count(results.shown().document)));
        }
        EXPECT_LT(session.view.query, token_count(newest));
        if (session.view.selected) {
            EXPECT_TRUE(exists(newest, *session.view.selected));
        }
    }
    /// Expects the numbers of a fresh evaluation of the document.
    void expect_exact() {
        gate.open(100);
        ASSERT_TRUE(session.results.settle(session.document()));
        ASSERT_TRUE(is_up_to_date());
        const Trace fresh = evaluate(session.document());
        const Matrix& found = session.trace().heads[0][Stage::Output];
        EXPECT_LT((found - fresh.heads[0][Stage::Output]).cwiseAbs().maxCoeff(), 1e-12);
    }
};

} // namespace

TEST(Results, QuickResultsAreImmediate) {
    ResultsDesk desk;
    const auto before = desk.gate.begun().size();
    desk.edit(SetCell{{{Stage::X}, 3, 4}, 0.5});
    EXPECT_TRUE(desk.is_up_to_date());
    EXPECT_EQ(desk.gate.begun().size(), before) << "no thread was woken";
    desk.expect_exact();
}

TEST(Results, TheSessionStaysUsableDuringALongEvaluation) {
    ResultsDesk desk;
    desk.session.view.selected = w_q;
    const Real start = desk.input(w_q);
    desk.edit(SetCell{w_q, start + 1});
    EXPECT_FALSE(desk.is_up_to_date());
    ASSERT_TRUE(desk.session.results.running());
    EXPECT_EQ(desk.session.results.shown().document, many_words()) << "a document and its trace";
    desk.press({Key::Down});
    EXPECT_EQ(desk.session.view.selected->row, 1);
    desk.expect_consistent();
    desk.expect_exact();
}

TEST(Results, EditsDuringARunAccumulateAndOnlyTheLastIsAwaited) {
    ResultsDesk desk;
    const std::size_t before = desk.gate.begun().size();
    for (int times = 0; times < 8; ++times) {
        desk.edit(SetCell{w_q, desk.input(w_q) + 0.125});
        desk.expect_consistent();
    }
    EXPECT_NEAR(desk.input(w_q), (*many_words().heads[0].w_q)(0, 0) + 1, 1e-12) << "none is lost";
    desk.expect_exact();
    EXPECT_EQ(desk.gate.begun().size(), before + 2) << "the one that ran, and the newest";
}

TEST(Results, IntermediateResultsAreShown) {
    ResultsDesk desk;
    desk.edit(SetCell{w_q, 1});
    desk.edit(SetCell{w_q, 2});
    const auto count = desk.session.results.count();
    desk.gate.open();
    while (desk.session.results.count() == count)
        desk.carry_out();
    EXPECT_EQ((*desk.session.results.shown().document.heads[0].w_q)(0, 0), 1);
    EXPECT_FALSE(desk.is_up_to_date());
    desk.expect_exact();
}

TEST(Results, UndoDuringARunShowsTheKnownResult) {
    ResultsDesk desk;
    desk.edit(SetCell{w_q, 1});
    ASSERT_FALSE(desk.is_up_to_date());
    desk.session.outbox.post(Undo{});
    desk.carry_out();
    EXPECT_TRUE(desk.is_up_to_date());
    EXPECT_FALSE(desk.session.results.running()) << "nobody waits for it any more";
    desk.session.outbox.post(Redo{});
    desk.carry_out();
    EXPECT_EQ(desk.input(w_q), 1);
    desk.expect_exact();
}

TEST(Results, ADocumentOpenedDuringARunIsShownAtOnce) {
    ResultsDesk desk;
    desk.session.view.query = 1000;
    desk.edit(SetCell{w_q, 1});
    ASSERT_FALSE(desk.is_up_to_date());
    desk.session.outbox.post(Open{"few", true});
    desk.carry_out();
    EXPECT_EQ(token_count(desk.session.document()), 2);
    EXPECT_TRUE(desk.is_up_to_date());
    desk.expect_consistent();
    desk.expect_exact();
    while (desk.gate.ended().size() < 2)
        std::this_thread::yield();
    EXPECT_EQ(desk.gate.ended().back(), "cancelled");
}

TEST(Results, AnOldResultWithOtherPlacesIsNotUsed) {
    ResultsDesk desk;
    desk.session.view.pointed = Place{{Stage::Weights}, 5, 5};
    desk.edit(Replace{large_document(1900, 64, 1), "More words"});
    desk.expect_consistent();
    EXPECT_FALSE(desk.session.results.is_shown(desk.session.document()));
    EXPECT_FALSE(desk.session.frame().is_shown());
    desk.press({Key::End});
    EXPECT_EQ(desk.session.view.query, 1899) << "keys act on the newest document";
    desk.expect_consistent();
    desk.expect_exact();
    EXPECT_TRUE(desk.session.frame().is_shown());
}

TEST(Results, CopyingAndPinningWaitForTheNewest) {
    ResultsDesk desk;
    const Place score{{Stage::Q}, 7, 0};
    desk.session.view.selected = score;
    desk.edit(SetCell{w_q, 9});
    ASSERT_FALSE(desk.is_up_to_date());
    desk.gate.open(100);
    action(desk.actions, "explain.copy_number").run(desk.session.frame());
    const Real expected =
        value_at(desk.session.document(), evaluate(desk.session.document()), score);
    EXPECT_NEAR(std::stod(desk.clipboard), expected, 1e-12 * std::abs(expected));
    desk.edit(SetCell{w_q, -9});
    pin(desk.session.frame());
    EXPECT_EQ(desk.session.ui.comparing->pinned->document, desk.session.document());
}

TEST(Results, RunningOutOfMemoryUndoesTheStep) {
    ResultsDesk desk;
    desk.gate.fail();
    desk.gate.open(100);
    desk.session.outbox.edit(SetCell{w_q, 1});
    EXPECT_NO_THROW(desk.carry_out());
    while (desk.session.results.running())
        desk.carry_out();
    desk.carry_out();
    EXPECT_EQ(desk.session.document(), many_words());
    ASSERT_TRUE(desk.session.ui.message);
    EXPECT_NE(desk.session.ui.message->text.find("not enough memory"), std::string::npos);
    EXPECT_TRUE(desk.is_up_to_date());
}

TEST(Results, AFrameIsDueOnlyDuringARun) {
    ResultsDesk desk;
    EXPECT_FALSE(desk.session.tick(1));
    desk.edit(SetCell{w_q, 1});
    const auto due = desk.session.tick(1);
    ASSERT_TRUE(due);
    EXPECT_LE(*due, 0.1);
    desk.expect_exact();
    EXPECT_FALSE(desk.session.tick(2));
}

TEST(Results, SkippedChangesAreNoticed) {
    // Code that follows a trace by the last change must notice a change in between.
    ResultsDesk desk;
    const auto before = desk.session.results.count();
    desk.edit(SetCell{w_q, 1});
    desk.gate.wait_for_begun(2);
    desk.edit(SetCell{w_q, 2});
    desk.gate.open(2);
    while (desk.gate.ended().size() < 3) // waits until both are done, without taking them
        std::this_thread::yield();
    desk.expect_exact();
    EXPECT_GE(desk.session.results.count(), before + 2);
}

TEST(Results, TheSessionCanEndDuringARun) {
    Gate gate;
    {
        Session session(io::Origin{"", "", std::nullopt, many_words()}, gate.work());
        EXPECT_TRUE(session.results.running()) << "the window opens before it is done";
        EXPECT_FALSE(session.frame().is_shown());
    }
    EXPECT_EQ(gate.ended().back(), "cancelled");
}
