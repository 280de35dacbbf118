// SPDX-License-Identifier: MIT
// Mouse input during a pause of the program takes effect after it.
#include "tests/support/lab_driver.h"
#include "tests/support/virtual_screen.h"

#include <gtest/gtest.h>
#include <signal.h>

using namespace attn::test;

namespace {

struct Centre {
    int x = 0, y = 0;
};
Centre centre(Area area) {
    return {area.x + area.width / 2, area.y + area.height / 2};
}

} // namespace

TEST(Drag, AStoppedWindowTakesTheValueAtTheRelease) {
    LabDriver lab;
    const auto dragged = [&lab](bool is_pressed_before) {
        const double start = number(lab.probe(), "X", 0, 0);
        const Centre from = centre(lab.cell("X", 0, 0));
        lab.move_to(from.x, from.y);
        if (is_pressed_before)
            lab.press_button();
        lab.process().send(SIGSTOP);
        if (!is_pressed_before) // No frame sees it yet.
            lab.screen().press_button();
        for (const int travelled : {5, 20, 37})
            lab.point(from.x + travelled, from.y);
        lab.screen().release_button();
        lab.point(from.x + 200, from.y + 90);
        lab.process().send(SIGCONT);
        lab.until("the whole drag", [&](const Json& seen) {
            return seen["pointer"][0] == from.x + 200 && seen["button"] == false;
        });
        EXPECT_EQ(difference_from_elsewhere(lab.settled()), "");
        const double change = number(lab.probe(), "X", 0, 0) - start;
        lab.press("ctrl+z");
        lab.until("undo", [&](const Json& seen) { return number(seen, "X", 0, 0) == start; });
        return change;
    };
    EXPECT_NEAR(dragged(true), 0.37, 0.006) << "pressed before it was stopped";
    EXPECT_NEAR(dragged(false), 0.37, 0.006) << "pressed while it was stopped";
    EXPECT_EQ(lab.quit(), "");
}
