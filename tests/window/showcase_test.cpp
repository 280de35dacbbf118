// SPDX-License-Identifier: MIT
// The picture for the README; ATTENTION_ACCEPT=1 copies it into assets.
#include "tests/support/lab_driver.h"

#include <gtest/gtest.h>

#include <cstdlib>

using namespace attn::test;

TEST(Showcase, ThePictureOfTheReadmeIsMade) {
    LabDriver lab;
    lab.press("2");
    lab.until("the query word", [](const Json& now) { return now["view"]["query"] == 1; });
    const Area key = lab.cell("weights", 1, 4);
    lab.click(key);
    lab.until("the key word", [](const Json& now) { return now["view"]["key"] == 4; });
    lab.until("the explained number",
              [](const Json& now) { return now["view"]["selected"] == "weights[1,4]"; });
    const Picture picture = lab.picture("screenshot");
    EXPECT_EQ(picture.width, 1600);
    EXPECT_EQ(picture.height, 900);
    EXPECT_GT(count_colours(picture, {0, 0, 1600, 900}), 50);
    EXPECT_EQ(lab.quit(), "");

    const char* accept = std::getenv("ATTENTION_ACCEPT");
    if (accept && std::string(accept) == "1") {
        EXPECT_TRUE(write_png(picture, ATTENTION_SOURCE_DIR "/assets/screenshot.png"));
    }
}
