// SPDX-License-Identifier: MIT
// What was said about a guess goes when its number is covered again.
#include "app/explaining/covering.h"
#include "app/session/session.h"
#include "core/io/document/library.h"

#include <gtest/gtest.h>

#include <optional>

using namespace app;
using namespace attn;

namespace {

const Place guessed_weight{{Stage::Weights}, 0, 1};

struct Verdicts : ::testing::Test {
    Session session{*io::open_document("four-words"), "four-words"};

    void carry_out() { session.carry_out(io::open_document); }
    void cover_weight() {
        session.view.selected = guessed_weight;
        toggle_cover(session.frame());
        carry_out();
    }
    void guess() {
        say_how_far_off(session.frame(), guessed_weight, 0.9);
        reveal(session.frame(), {guessed_weight.sheet, 0, 1, 1, 1});
        carry_out();
    }
    bool is_told() { return seen_verdict(session.document(), session.view, session.ui) != nullptr; }
};

} // namespace

TEST_F(Verdicts, GoWhenThePlateComesBack) {
    cover_weight();
    guess();
    EXPECT_TRUE(is_told());
    ASSERT_TRUE(session.ui.message);
    cover_weight();
    EXPECT_FALSE(is_told());
    EXPECT_FALSE(session.ui.message) << "the status bar tells the number too";
    toggle_cover(session.frame());
    carry_out();
    EXPECT_FALSE(is_told()) << "the next guess has a verdict of its own";
    EXPECT_FALSE(session.ui.guess);
}

TEST_F(Verdicts, GoWhenTheRevealIsUndone) {
    cover_weight();
    guess();
    session.outbox.post(Undo{});
    carry_out();
    EXPECT_FALSE(session.ui.verdict);
    EXPECT_FALSE(session.ui.guess);
}

TEST_F(Verdicts, StayWhileAnotherNumberIsCovered) {
    cover_weight();
    guess();
    session.outbox.edit(SetCovers{{parse_region("X[0,0]").value()}, "Cover"});
    carry_out();
    EXPECT_TRUE(is_told());
}
