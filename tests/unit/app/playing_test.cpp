// SPDX-License-Identifier: MIT
// Numbers that change by themselves, driven by the test's clock.
#include "app/editing/playing.h"
#include "app/explaining/comparing.h"
#include "core/document/model/model.h"
#include "core/io/document/library.h"
#include "tests/support/file_desk.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace attn::playing_test {

using namespace app;
using namespace test;

namespace {

struct PlayingDesk : FileDesk {
    double now = 100;

    explicit PlayingDesk(const TempDir& home) : FileDesk(home) { pass(0); }
    /// Lets time pass in the steps that are asked for.
    void pass(double seconds) {
        const double end = now + seconds;
        do {
            const auto due = session->tick(now);
            carry_out();
            now += due.value_or(0.1);
        } while (now < end);
    }
    bool plays() { return ui().dragging.playing.has_value(); }
    Real temperature() { return document().switches.temperature; }
    void run(const char* id) {
        const Action& chosen = action(actions, id);
        ASSERT_TRUE(chosen.is_enabled(session->frame())) << id;
        chosen.run(session->frame());
        carry_out();
    }
};

} // namespace

TEST(Playing, TheTemperatureGoesUpAndDownAsOneUndoStep) {
    const TempDir home;
    PlayingDesk desk(home);
    const std::size_t steps = desk.session->history().size();
    desk.run("temperature.play");
    Real last = 1;
    for (int at = 0; at < 10; ++at) { // from the middle to the end takes two seconds
        desk.pass(0.18);
        EXPECT_GT(desk.temperature(), last);
        last = desk.temperature();
    }
    EXPECT_TRUE(before(desk.session->frame()).is_of_gesture) << "the canvas marks what changes";
    Real low = 100, high = 0;
    for (int at = 0; at < 200; ++at) {
        desk.pass(0.05);
        low = std::min(low, desk.temperature());
        high = std::max(high, desk.temperature());
    }
    EXPECT_NEAR(low, 0.1, 0.02);
    EXPECT_NEAR(high, 10, 0.6);
    EXPECT_EQ(desk.session->history().size(), steps + 1);
    const Real there = desk.temperature();
    desk.press({Key::Character, ' '});
    EXPECT_FALSE(desk.plays());
    desk.pass(1);
    EXPECT_EQ(desk.temperature(), there);
    desk.control('z');
    EXPECT_EQ(desk.temperature(), 1);
}

TEST(Playing, DKGoesFromOneToItsDoubleAsOneUndoStep) {
    const TempDir home;
    PlayingDesk desk(home);
    const Document first = desk.document();
    const Index begin = d_k(first);
    const std::size_t steps = desk.session->history().size();
    desk.run("shape.d_k.play");
    Index low = 1000, high = 0;
    for (int at = 0; at < 200; ++at) {
        desk.pass(0.05);
        low = std::min(low, d_k(desk.document()));
        high = std::max(high, d_k(desk.document()));
        EXPECT_TRUE(d_k(desk.document()) != begin || desk.document() == first)
            << "not as it was, to the last bit";
    }
    while (d_k(desk.document()) == begin) // not counted as a step
        desk.pass(0.05);
    EXPECT_EQ(low, 1);
    EXPECT_EQ(high, most_d_k(first));
    EXPECT_EQ(desk.session->history().size(), steps + 1);
    const Index there = d_k(desk.document());
    EXPECT_EQ(desk.session->history().description(steps), "Set d_k to " + std::to_string(there));
    desk.press({Key::Character, ' '});
    EXPECT_FALSE(desk.plays());
    desk.pass(1);
    EXPECT_EQ(d_k(desk.document()), there);
    desk.control('z');
    EXPECT_EQ(desk.document(), first);
}

TEST(Playing, AWiderDKKeepsTheColumnsAndDrawsTheNewOnes) {
    const Document base = *io::open_document("the-cat-chased-the-mouse");
    ASSERT_EQ(d_k(base), 4);
    const Document wide = *with_d_k(base, 6);
    const Matrix &before = *base.heads[0].w_q, &now = *wide.heads[0].w_q;
    ASSERT_EQ(now.cols(), 6);
    EXPECT_EQ(now.leftCols(4), before);
    EXPECT_EQ(wide.heads[0].w_k->leftCols(4), *base.heads[0].w_k);
    EXPECT_EQ(*wide.heads[0].w_v, *base.heads[0].w_v);
    // np.random.seed(42); np.random.randn(24)[16:20] gives the fifth column.
    const Real mean = before.mean();
    const Real spread = std::sqrt((before.array() - mean).square().mean());
    const std::array drawn{-1.01283112, 0.31424733, -0.90802408, -1.4123037};
    for (Index row = 0; row < 4; ++row)
        EXPECT_NEAR(now(row, 4), mean + spread * drawn[static_cast<std::size_t>(row)], 1e-7);
    EXPECT_EQ(*with_d_k(base, 5)->heads[0].w_q, now.leftCols(5)) << "of every smaller size";
    EXPECT_EQ(*with_d_k(base, 2)->heads[0].w_q, before.leftCols(2));
    EXPECT_FALSE(with_d_k(base, 0).has_value());
}

TEST(Playing, ASliderHoldsDKAndOneWithoutProjectionsHasNone) {
    const TempDir home;
    PlayingDesk desk(home);
    const Document first = desk.document();
    hold_d_k(desk.session->frame(), 7);
    desk.pass(0.2);
    EXPECT_EQ(d_k(desk.document()), 7);
    hold_d_k(desk.session->frame(), d_k(first));
    desk.pass(0.2);
    EXPECT_EQ(desk.document(), first);
    hold_d_k(desk.session->frame(), std::nullopt);
    EXPECT_FALSE(desk.plays());
    desk.session->outbox.edit(SetProjections{Projections::None});
    desk.carry_out();
    EXPECT_FALSE(can_play_d_k(desk.document()));
    EXPECT_FALSE(action(desk.actions, "shape.d_k.play").is_enabled(desk.session->frame()));
}

TEST(Playing, EscTakesItBack) {
    const TempDir home;
    PlayingDesk desk(home);
    const Document before = desk.document();
    desk.run("temperature.play");
    desk.pass(1);
    ASSERT_NE(desk.document(), before);
    desk.press(Key::Escape);
    EXPECT_FALSE(desk.plays());
    EXPECT_EQ(desk.document(), before);
    EXPECT_FALSE(desk.session->work.is_changed());
}

TEST(Playing, EscInTheCardsKeepsWhatWasThereBefore) {
    for (const char* const id : {"temperature.set", "shape.d_k"}) {
        const TempDir home;
        PlayingDesk desk(home);
        desk.change(0.5);
        const Document first = desk.document();
        const std::size_t steps = desk.session->history().size();
        const auto open = [&] {
            desk.run(id);
            ASSERT_TRUE(desk.ui().editing) << id;
            for (const Key key : {Key::Up, Key::Up, Key::Down, Key::Up})
                desk.press(key);
            desk.press({Key::Character, ' '}); // plays
            desk.pass(0.5);
            desk.press({Key::Character, ' '}); // pauses
            ASSERT_NE(desk.document(), first) << id;
        };
        open();
        desk.press(Key::Escape);
        EXPECT_FALSE(desk.ui().editing) << id;
        EXPECT_EQ(desk.document(), first) << id;
        EXPECT_EQ(desk.session->history().size(), steps) << id << ": as if it had not happened";
        open();
        desk.press(Key::Enter);
        EXPECT_NE(desk.document(), first) << id << ": Enter keeps it";
    }
}

TEST(Playing, ASelectedInputMovesAndAnotherKeyPauses) {
    const TempDir home;
    PlayingDesk desk(home);
    desk.change(0.5);
    desk.session->view.selected = x00;
    desk.run("number.play");
    Real low = 100, high = -100;
    for (int at = 0; at < 200; ++at) {
        desk.pass(0.05);
        low = std::min(low, desk.value());
        high = std::max(high, desk.value());
    }
    EXPECT_NEAR(low, -0.5, 0.05);
    EXPECT_NEAR(high, 1.5, 0.05);
    desk.press(Key::Right);
    EXPECT_FALSE(desk.plays());
    EXPECT_EQ(desk.session->view.selected->column, 1);
    desk.control('z');
    EXPECT_EQ(desk.value(), 0.5);
}

TEST(Playing, OnlyVisibleInputsMove) {
    const TempDir home;
    PlayingDesk desk(home);
    const auto can = [&] { return can_play_number(desk.session->frame()); };
    EXPECT_FALSE(can()) << "nothing is selected";
    desk.session->view.selected = Place{{Stage::Weights}, 0, 0};
    EXPECT_FALSE(can()) << "it is computed";
    desk.session->view.selected = x00;
    EXPECT_TRUE(can());
    desk.run("explain.cover");
    EXPECT_FALSE(can()) << "it is covered";
    desk.run("explain.reveal_all");
    desk.run("number.play");
    desk.pass(0.2);
    // Removes the word, and with it the number.
    while (token_count(desk.document()) > 1)
        desk.post(Edit{RemoveToken{token_count(desk.document()) - 1}, 0});
    desk.session->ui.dragging.playing->cell->row = 1;
    desk.pass(0.2);
    EXPECT_FALSE(desk.plays());
}

TEST(Playing, OnlyTheMovingNumberIsMarkedAsPlaying) {
    const TempDir home;
    PlayingDesk desk(home);
    const EditTarget temperature = TemperatureTarget{}, d_k = WidthTarget{Width::QueryKey};
    const auto plays = [&](const EditTarget& target) {
        return is_playing(desk.session->frame(), target);
    };
    EXPECT_FALSE(plays(temperature) || plays(d_k));
    desk.run("temperature.play");
    EXPECT_TRUE(plays(temperature));
    EXPECT_FALSE(plays(d_k));
    desk.run("shape.d_k.play");
    EXPECT_TRUE(plays(d_k));
    EXPECT_FALSE(plays(temperature));
    desk.session->view.selected = Place{{Stage::X, 0}, 0, 0};
    play_number(desk.session->frame());
    EXPECT_TRUE(desk.plays()) << "a cell";
    EXPECT_FALSE(plays(temperature) || plays(d_k));
}

} // namespace attn::playing_test
