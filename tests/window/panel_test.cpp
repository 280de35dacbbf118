// SPDX-License-Identifier: MIT
// The pages of the lower panel.
#include "tests/support/lab_driver.h"

#include <gtest/gtest.h>

#include <string>

using namespace attn::test;

namespace {

constexpr int width = 1366, height = 700;

/// A point of the lower panel, as fractions of its width and height.
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
    // Two heads of three words, each as high as the panel: the second begins after the first.
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

TEST(LowerPanel, ShowsPositionsAndANumberInItIsChosen) {
    LabDriver lab({"the-cat-chased-the-mouse", width, height});
    const Json first = lab.settled();
    EXPECT_FALSE(first["controls"].contains("panel.positions")) << "there are no positions";
    lab.choose("Model/Positions", "model.positions.sinusoidal");
    lab.settled();
    lab.press("ctrl+6");
    lab.settled();
    lab.picture("panel-positions");
    const auto is_of_p = [](const Json& now) {
        return now["view"]["selected"].is_string() &&
               now["view"]["selected"].get<std::string>().starts_with("P[");
    };
    for (double across = 0.2; across < 0.98 && !is_of_p(lab.probe()); across += 0.06)
        for (double down = 0.15; down < 0.9 && !is_of_p(lab.probe()); down += 0.05) {
            lab.click(in_panel(lab, across, down));
            lab.settled();
        }
    EXPECT_TRUE(is_of_p(lab.probe())) << "a dot is its number";
    lab.press("Escape");
    lab.choose("Model/Positions", "model.positions.rotary");
    lab.settled();
    lab.picture("panel-turns");
    EXPECT_TRUE(lab.probe()["controls"].contains("panel.positions"));
    lab.choose("Model/Positions", "model.positions.none");
    EXPECT_FALSE(lab.settled()["controls"].contains("panel.positions"));
    EXPECT_EQ(lab.quit(), "");
}

TEST(LowerPanel, ItsEdgeIsDraggedFromNothingToHalfAndBack) {
    LabDriver lab({"the-cat-chased-the-mouse", width, height});
    const Json first = lab.settled();
    const Area edge = lab.control("panel.handle");
    const auto drag_to = [&](int y) {
        const Area now = lab.control("panel.handle");
        lab.move_to(400, now.y + 2);
        lab.press_button();
        lab.move_to(400, (now.y + y) / 2);
        lab.move_to(400, y);
        lab.release_button();
        lab.settled();
        return lab.control("panel.handle").y;
    };
    EXPECT_NEAR(drag_to(edge.y - 60), edge.y - 60, 3);
    lab.picture("panel-high");
    EXPECT_GT(drag_to(100), 100 + height / 4) << "at most half of the room";
    EXPECT_GT(drag_to(height - 5), height - 80) << "nothing but the line is left";
    lab.picture("panel-none");
    EXPECT_EQ(document_text(lab.probe()), document_text(first));
    const Area low = lab.control("panel.handle");
    lab.double_click({400, low.y, 2, 3}, "the usual height", [&](const Json& now) {
        return now["controls"]["panel.handle"] == first["controls"]["panel.handle"];
    });
    // By keyboard, from the palette.
    for (const char* wish : {"more room for the canvas", "usual height of the lower"}) {
        lab.choose_by_name(wish);
        const int y = (lab.settled(), lab.control("panel.handle").y);
        EXPECT_EQ(y > edge.y, wish[0] == 'm') << wish;
    }
    EXPECT_EQ(lab.quit(), "");
}

TEST(Pages, AreTurnedByTheMouseAndByKeys) {
    LabDriver lab({"two-heads", width, height});
    const Json first = lab.settled();
    EXPECT_TRUE(first["controls"].contains("page.forward"));
    EXPECT_FALSE(first["controls"].contains("pages")) << "there is room for all of them";
    lab.click(lab.control("page.backward"));
    lab.until("the gradient", [](const Json& now) { return now["sensitivity"].is_object(); });
    lab.settled();
    lab.picture("page-backward-1366");
    lab.click(lab.control("page.heads"));
    lab.until("the heads", [](const Json& now) { return now["sensitivity"].is_null(); });
    lab.click(lab.control("page.forward"));
    EXPECT_EQ(lab.settled()["cells"], first["cells"]) << "everything is where it was";
    EXPECT_EQ(document_text(lab.probe()), document_text(first));
    // Forward, Heads, Backward, Training, and Forward again.
    lab.press("ctrl+Next");
    lab.press("ctrl+Next");
    lab.until("the gradient", [](const Json& now) { return now["sensitivity"].is_object(); });
    lab.press("ctrl+Next");
    lab.until("the training", [](const Json& now) {
        return now["sensitivity"].is_null() && now["panel_tab"] == "training";
    });
    lab.press("ctrl+Next");
    lab.until("the first page", [](const Json& now) { return now["panel_tab"] == "query"; });
    lab.press("ctrl+Prior");
    lab.until("the last page", [](const Json& now) { return now["panel_tab"] == "training"; });
    EXPECT_EQ(lab.quit(), "");
}
