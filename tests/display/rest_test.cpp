// SPDX-License-Identifier: MIT
#include "tests/support/lab_driver.h"
#include "tests/support/virtual_screen.h"

#include <gtest/gtest.h>

#include <iostream>
#include <thread>

using namespace attn::test;
using namespace std::chrono_literals;

namespace {

/// Counts the frames in three seconds without input. Also checks the processor time, which does not
/// depend on other work on the machine.
long frames_at_rest(LabDriver& lab, const char* how) {
    const auto before = lab.probe()["frame"].get<long>();
    const auto time = lab.process().processor_time();
    const auto end = std::chrono::steady_clock::now() + 3s;
    while (std::chrono::steady_clock::now() < end)
        std::this_thread::sleep_for(50ms);
    const auto used = lab.process().processor_time() - time;
    std::cout << how << ": " << used.count() << " ms of processor time in 3 s\n";
    // One clock tick is 10 ms; a program that draws at 60 Hz would use hundreds.
    EXPECT_LE(used.count(), 60) << how;
    return lab.probe()["frame"].get<long>() - before;
}

} // namespace

TEST(Rest, NothingIsDrawnWhenNothingChanges) {
    LabDriver lab;
    EXPECT_EQ(frames_at_rest(lab, "open"), 0);
    // After work it rests again.
    lab.click(lab.cell("X", 1, 1));
    lab.type("2");
    lab.press("Return");
    lab.until("the number", [](const Json& now) { return number(now, "X", 1, 1) == 2; });
    lab.settled();
    EXPECT_EQ(frames_at_rest(lab, "after an edit"), 0);
    EXPECT_EQ(lab.quit(), "");
}

TEST(Rest, AfterAMovementItRestsAndItsLettersAreSharp) {
    LabDriver lab;
    lab.press("z");
    lab.settled();
    lab.press("Right"); // to a spotlight whose letters have sizes of their own, made afterwards
    lab.settled();
    EXPECT_EQ(frames_at_rest(lab, "after a movement"), 0);
    const Picture first = lab.picture("first-visit");
    lab.press("Left");
    lab.settled();
    lab.press("Right");
    lab.settled();
    const Picture second = lab.picture("second-visit");
    EXPECT_TRUE(first == second) << "the letters are as sharp as at a second visit";
    EXPECT_EQ(lab.quit(), "");
}

TEST(Rest, NothingIsDrawnBehindAnotherWindow) {
    LabDriver lab;
    lab.screen().cover(true);
    lab.settled();
    EXPECT_EQ(frames_at_rest(lab, "covered"), 0);
    lab.screen().cover(false);
    lab.settled();
    const Picture picture = lab.picture("uncovered");
    EXPECT_GT(count_colours(picture, lab.sheet("weights")), 1) << "it is drawn again";
    EXPECT_EQ(lab.quit(), "");
}

TEST(Rest, NothingIsDrawnAsAnIcon) {
    LabDriver lab;
    lab.screen().iconify_window();
    lab.settled();
    EXPECT_EQ(frames_at_rest(lab, "icon"), 0);
    lab.screen().show_window();
    lab.settled();
    const Picture picture = lab.picture("back-from-icon");
    EXPECT_GT(count_colours(picture, lab.sheet("weights")), 1) << "it is drawn again";
    lab.press("2");
    lab.until("the second word", [](const Json& now) { return now["view"]["query"] == 1; });
    EXPECT_EQ(lab.quit(), "");
}
