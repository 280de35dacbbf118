// SPDX-License-Identifier: MIT
// Only changed parts are drawn, and the window looks as if everything were drawn.
#include "tests/support/lab_driver.h"
#include "tests/support/virtual_screen.h"

#include <gtest/gtest.h>

#include <cstdlib>

using namespace attn::test;

namespace {

/// Counts differing pixels. Newer software rasterisers round some colours at edges differently if
/// they draw only a part, by an invisible 1 of 255; that does not count.
int differing(const Picture& one, const Picture& other) {
    int count = 0;
    for (int y = 0; y < 900; ++y)
        for (int x = 0; x < 1600; ++x)
            for (const unsigned shift : {0U, 8U, 16U}) {
                const auto level = [&](const Picture& picture) {
                    return static_cast<int>(picture.at(x, y) >> shift & 0xFFU);
                };
                count += std::abs(level(one) - level(other)) > 1;
            }
    return count;
}

/// Redraws everything by resizing the window and back.
Picture drawn_whole(LabDriver& lab) {
    lab.resize_window(1590, 890);
    lab.settled();
    lab.resize_window(1600, 900);
    lab.settled();
    return lab.screen().picture();
}

void expect_whole(LabDriver& lab, const std::string& after) {
    lab.settled();
    const Picture seen = lab.screen().picture();
    lab.screen().cover(true);
    lab.settled();
    lab.screen().cover(false);
    lab.settled();
    EXPECT_EQ(differing(seen, lab.screen().picture()), 0) << "uncovered, " << after;
    EXPECT_EQ(differing(seen, drawn_whole(lab)), 0) << after;
}

/// The renderer: the processor, as without graphics hardware, or OpenGL.
class Redraw : public ::testing::TestWithParam<const char*> {
protected:
    static LabDriver::Setup drawn_by(const std::string& who) {
        LabDriver::Setup setup;
        setup.environment = {{"ATTENTION_LAB_DRAWING", who}};
        return setup;
    }
};

INSTANTIATE_TEST_SUITE_P(By, Redraw, ::testing::Values("software", "opengl"),
                         [](const auto& by) { return std::string(by.param); });

} // namespace

TEST_P(Redraw, PartialFramesHaveThePixelsOfWholeOnes) {
    LabDriver lab(drawn_by(GetParam()));
    const Area cell = lab.cell("X", 1, 2);
    const int x = cell.x + cell.width / 2, y = cell.y + cell.height / 2;
    lab.move_to(x, y);
    lab.press_button();
    for (int step = 5; step <= 60; step += 5)
        lab.move_to(x + step, y);
    lab.release_button();
    expect_whole(lab, "after a drag");

    lab.press("ctrl+k");
    lab.until("the palette", [](const Json& now) { return now["palette"] == true; });
    lab.type("da");
    expect_whole(lab, "with the palette open");
    lab.press("Escape");
    lab.until("no palette", [](const Json& now) { return now["palette"] == false; });
    expect_whole(lab, "after the palette");

    lab.click(lab.cell("weights", 2, 1));
    lab.press("ctrl+z");
    lab.until("the undone drag", [](const Json& now) { return now["can_undo"] == false; });
    expect_whole(lab, "after undo, with a number chosen");
    EXPECT_EQ(lab.quit(), "");
}

TEST(Drawing, LooksAlikeByProcessorAndOpenGL) {
    for (const std::string document :
         {"the-cat-chased-the-mouse", "ten-by-sixty-four", "concepts"}) {
        std::vector<Picture> pictures;
        for (const char* who : {"software", "opengl"}) {
            LabDriver::Setup setup;
            setup.document = document;
            setup.environment = {{"ATTENTION_LAB_DRAWING", who}};
            LabDriver lab(setup);
            lab.point(800, 899);
            lab.settled();
            pictures.push_back(lab.screen().picture());
            EXPECT_EQ(lab.quit(), "");
        }
        int count = 0;
        constexpr int status = 872; // below it is a duration, which differs
        for (int y = 0; y < status; ++y)
            for (int x = 0; x < 1600; ++x)
                for (const unsigned shift : {0U, 8U, 16U})
                    count += std::abs(static_cast<int>(pictures[0].at(x, y) >> shift & 0xFFU) -
                                      static_cast<int>(pictures[1].at(x, y) >> shift & 0xFFU)) > 24;
        EXPECT_LT(count, 3 * 600) << document; // allowed at edges of slanted lines
    }
}
