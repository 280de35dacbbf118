// SPDX-License-Identifier: MIT
// A goal for a computed number, as a session without a window asks for it.
#include "app/actions/actions.h"
#include "app/input/keys.h"
#include "app/learning/seeking.h"
#include "app/session/session.h"
#include "core/document/sheet.h"
#include "core/io/library.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <thread>

using namespace app;
using namespace attn;

namespace {

constexpr Place weight{{Stage::Weights}, 1, 2};

struct SeekingDesk {
    Session session{*io::open_document("the-cat-chased-the-mouse")};
    std::vector<Action> actions = all_actions({});

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

TEST(Seeking, ATypedTargetIsFoundSeenAcceptedAndUndoneInOneStep) {
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

TEST(Seeking, NothingChangesWhereItIsLeftAtAnyMoment) {
    SeekingDesk desk;
    const Document before = desk.session.document();
    for (const int when : {0, 1, 2}) { // before it begins, while it runs, with what was found
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

TEST(Seeking, MovesOnlyWhatIsChosenAndRemembersIt) {
    SeekingDesk desk;
    const Document before = desk.session.document();
    desk.session.view.selected = weight;
    desk.press(Key::Enter);
    desk.type("0.6");
    desk.press(Key::Tab);
    const std::size_t count = desk.seeking()->inputs.inputs.size();
    ASSERT_EQ(desk.seeking()->inputs.inputs.front(), SheetId{Stage::X});
    for (std::size_t at = 1; at < count; ++at) { // all but X stay
        desk.press(Key::Down);
        desk.type(" ");
    }
    desk.press(Key::Enter);
    ASSERT_TRUE(desk.finds());
    desk.press(Key::Enter);
    const Document& after = desk.session.document();
    EXPECT_TRUE(after.heads == before.heads);
    EXPECT_FALSE(after.embeddings == before.embeddings);
    desk.session.view.selected = weight;
    desk.press(Key::Enter);
    EXPECT_EQ(desk.seeking()->inputs.chosen(), std::vector{SheetId{Stage::X}});
}

TEST(Seeking, SaysWhatItCameNearestTo) {
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
    desk.type("0.5"); // for each, which no row of weights can have
    desk.press(Key::Enter);
    ASSERT_TRUE(desk.finds());
    EXPECT_NE(outcome(*desk.seeking()).find("were not reached"), std::string::npos);
}

TEST(Seeking, SaysWhatIsNoTargetAndWhatCannotBeSought) {
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
