// SPDX-License-Identifier: MIT
#include "app/window/frame_input.h"

#include <gtest/gtest.h>

namespace attn::pointer_queue_test {

using namespace app;
using Place = PointerQueue::Place;

TEST(PointerQueue, AReleaseIsSeenWhereItHappened) {
    PointerQueue queue;
    queue.move(10, 1);
    queue.button(0, true);
    EXPECT_TRUE(queue.next().is_down[0]);
    // The window was stopped, so all of these come at once.
    for (float x = 11; x <= 60; ++x)
        queue.move(x, 1);
    queue.button(0, false);
    queue.move(500, 300);
    const auto released = queue.next();
    EXPECT_FALSE(released.is_down[0]);
    EXPECT_EQ(released.place, (Place{60, 1}));
    EXPECT_TRUE(queue.is_waiting());
    EXPECT_EQ(queue.next().place, (Place{500, 300}));
    EXPECT_FALSE(queue.is_waiting());
}

TEST(PointerQueue, AnInstantDragIsAPressAMoveAndARelease) {
    PointerQueue queue;
    queue.move(10, 1);
    queue.button(0, true);
    queue.move(40, 1);
    queue.button(0, false);
    const auto pressed = queue.next();
    EXPECT_TRUE(pressed.is_down[0]);
    EXPECT_EQ(pressed.place, (Place{10, 1}));
    const auto released = queue.next();
    EXPECT_FALSE(released.is_down[0]);
    EXPECT_EQ(released.place, (Place{40, 1}));
    EXPECT_FALSE(queue.is_waiting());
}

TEST(PointerQueue, TwoClicksAtOnceAreTwoClicks) {
    PointerQueue queue;
    for (const bool is_down : {true, false, true, false})
        queue.button(0, is_down);
    for (const bool is_down : {true, false, true, false})
        EXPECT_EQ(queue.next().is_down[0], is_down);
    EXPECT_FALSE(queue.is_waiting());
}

TEST(PointerQueue, DuringADragThePlaceIsThatOfTheLastEvent) {
    PointerQueue queue;
    queue.move(10, 1);
    queue.button(0, true);
    (void)queue.next();
    EXPECT_EQ(queue.next().place, (Place{10, 1})) << "however far the pointer is by now";
    queue.button(0, false);
    (void)queue.next();
    EXPECT_EQ(queue.next().place, std::nullopt) << "nothing is held: where it is by now";
}

TEST(PointerQueue, AWindowMovedUnderThePointerAsksForItsPlace) {
    PointerQueue queue;
    queue.move(10, 1);
    (void)queue.next();
    queue.forget_place();
    queue.button(0, true);
    EXPECT_EQ(queue.next().place, std::nullopt);
}

TEST(PointerQueue, ButtonsUnknownToImGuiAreIgnored) {
    PointerQueue queue;
    queue.button(7, true);
    queue.button(-1, true);
    EXPECT_FALSE(queue.is_waiting());
}

} // namespace attn::pointer_queue_test
