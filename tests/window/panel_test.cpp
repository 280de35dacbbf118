// SPDX-License-Identifier: MIT
// The pages of the lower panel in the real window.
#include "tests/support/lab_driver.h"

#include <gtest/gtest.h>

using namespace attn::test;

namespace {

constexpr int width = 1366, height = 700;

/// A point of the lower panel, in parts of its width and height.
Area in_panel(const LabDriver& lab, double across, double down) {
    const Area tab = lab.control("panel.query");
    const int top = tab.y + tab.height, bottom = height - 30;
    return {static_cast<int>(across * width), static_cast<int>(top + down * (bottom - top)), 2, 2};
}

} // namespace

TEST(LowerPanel, ShowsEveryHeadAndAClickOpensOne) {
    LabDriver lab({"two-heads", width, height});
    const Json first = lab.settled();
    EXPECT_EQ(first["view"]["head"], 0);
    lab.press("ctrl+3");
    lab.settled();
    lab.picture("panel-heads");
    // Two heads of three words, each as high as the panel: the second one begins after the first.
    for (double across = 0.02; across < 0.9 && lab.probe()["view"]["head"] == 0; across += 0.01) {
        lab.click(in_panel(lab, across, 0.5));
        lab.settled();
    }
    EXPECT_EQ(lab.probe()["view"]["head"], 1);
    EXPECT_EQ(document_text(lab.probe()), document_text(first));
    EXPECT_EQ(lab.quit(), "");
}

TEST(LowerPanel, ShowsLinesAndAWordInItIsChosen) {
    LabDriver lab({"the-cat-chased-the-mouse", width, height});
    const Json first = lab.settled();
    EXPECT_FALSE(first["controls"].contains("panel.heads")) << "there is one head";
    lab.click(lab.control("panel.lines"));
    lab.settled();
    lab.picture("panel-lines");
    EXPECT_EQ(lab.probe()["cells"], first["cells"]) << "the canvas stays where it is";
    for (double down = 0.1; down < 1 && lab.probe()["view"]["query"] != 4; down += 0.04) {
        lab.click(in_panel(lab, 0.03, down));
        lab.settled();
    }
    EXPECT_EQ(lab.probe()["view"]["query"], 4);
    lab.press("ctrl+1");
    lab.settled();
    lab.picture("panel-query");
    EXPECT_EQ(lab.quit(), "");
}
