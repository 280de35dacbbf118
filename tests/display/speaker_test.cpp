// SPDX-License-Identifier: MIT
// The speaker's window beside the one for the room.
#include "tests/support/lab_driver.h"
#include "tests/support/temp_dir.h"
#include "tests/support/virtual_screen.h"

#include <gtest/gtest.h>

using namespace attn::test;

namespace {

bool is_presenting(const Json& now) {
    return !now["presenting"].is_null();
}

} // namespace

TEST(Presenting, TheSpeakerHasAWindowWithNotesAndTheNextStep) {
    LabDriver lab;
    lab.choose_by_name("notebook three");
    lab.until("the lesson", [](const Json& now) { return !now["lesson"].is_null(); });
    lab.press("F5");
    lab.until("the page", [](const Json& now) { return is_presenting(now); });
    (void)lab.settled();
    lab.press("s");
    lab.until("the speaker's window",
              [](const Json& now) { return now["presenting"]["speaker"] == true; });
    // The second window covers the first; another thread paints its picture.
    lab.until("the picture of the speaker", [&](const Json&) {
        if (!lab.screen().has_window("attention-lab"))
            return false;
        const Area area = lab.window_area();
        return area.width == 1000 && count_colours(lab.screen().picture(), area) > 20;
    });
    lab.picture("presenting-speaker");
    const int first = lab.probe()["lesson"]["step"];
    lab.press("Next");
    lab.until("the next step", [&](const Json& now) { return now["lesson"]["step"] > first; });
    lab.press("s");
    lab.until("the window to close",
              [](const Json& now) { return now["presenting"]["speaker"] == false; });
    (void)lab.settled();
    ASSERT_TRUE(lab.screen().has_window("attention-lab"));
    EXPECT_EQ(lab.window_area().width, 1600) << "only the window of the room is left";
    lab.press("s");
    lab.until("the window again",
              [](const Json& now) { return now["presenting"]["speaker"] == true; });
    (void)lab.settled();
    lab.press("Escape");
    lab.until("the end of presenting", [](const Json& now) { return !is_presenting(now); });
    (void)lab.settled();
    ASSERT_TRUE(lab.screen().has_window("attention-lab"));
    EXPECT_EQ(lab.window_area().width, 1600) << "the speaker's window ends with it";
    EXPECT_EQ(lab.quit(), "");
}
