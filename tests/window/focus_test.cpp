// SPDX-License-Identifier: MIT
// Shows one matrix in the spotlight, by double click and by key, and goes back.
#include "tests/support/lab_driver.h"

#include <gtest/gtest.h>

#include <string>

using namespace attn::test;

namespace {

bool has_cells(const Json& probe, const std::string& sheet) {
    return probe["cells"].contains(sheet);
}

} // namespace

TEST(Focus, ADoubleClickOnATitleOpensItAndEscCloses) {
    LabDriver lab({"the-cat-chased-the-mouse", 1366, 700});
    const Json first = lab.settled();
    ASSERT_TRUE(has_cells(first, "X"));
    const Area before = lab.cell("weights", 1, 1);
    lab.double_click(lab.control("title/weights"), "the weights alone",
                     [](const Json& now) { return !has_cells(now, "X"); });
    lab.picture("focus-weights-1366");
    EXPECT_GT(lab.cell("weights", 1, 1).width, before.width);
    EXPECT_TRUE(has_cells(lab.probe(), "scaled")) << "what the weights are made from";
    // A click on another matrix in the map shows that one.
    lab.click(lab.control("map/X"));
    lab.until("X alone",
              [](const Json& now) { return has_cells(now, "X") && !has_cells(now, "weights"); });
    lab.picture("focus-X-1366");
    lab.press("Escape");
    lab.until("the canvas", [&](const Json& now) { return now["cells"] == first["cells"]; });
    EXPECT_EQ(document_text(lab.settled()), document_text(first));
    EXPECT_EQ(lab.quit(), "");
}

TEST(Focus, NumbersAreDraggedAndNothingElseMoves) {
    LabDriver lab({"the-cat-chased-the-mouse", 1600, 900});
    const Json first = lab.settled();
    lab.click(lab.cell("X", 1, 0));
    lab.press("F3");
    lab.until("X alone", [](const Json& now) { return !has_cells(now, "weights"); });
    const Json enlarged = lab.settled();
    const Area cell = lab.cell("X", 1, 0);
    lab.move_to(cell.x + cell.width / 2, cell.y + cell.height / 2);
    lab.press_button();
    lab.point(cell.x + cell.width / 2 + 30, cell.y + cell.height / 2);
    lab.until("another number",
              [&](const Json& now) { return number(now, "X", 1, 0) != number(first, "X", 1, 0); });
    lab.release_button();
    const Json after = lab.settled();
    EXPECT_EQ(after["cells"], enlarged["cells"]);
    EXPECT_EQ(difference_from_elsewhere(after), "");
    lab.press("ctrl+z");
    lab.until("undo", [&](const Json& now) { return document_text(now) == document_text(first); });
    EXPECT_EQ(lab.quit(), "");
}

TEST(Focus, WorksByKeyboardAloneAndFollowsTheSelection) {
    LabDriver lab({"the-cat-chased-the-mouse", 1366, 700});
    const Json first = lab.settled();
    lab.press("F3");
    lab.until("the weights alone", [](const Json& now) { return !has_cells(now, "X"); });
    lab.press("Tab"); // Selects the first number of X, which is out of view.
    lab.until("X alone", [](const Json& now) {
        return now["view"]["selected"] == "X[0,0]" && has_cells(now, "X") &&
               !has_cells(now, "weights");
    });
    lab.press("F3");
    lab.until("the canvas", [&](const Json& now) { return has_cells(now, "weights"); });
    EXPECT_EQ(lab.settled()["cells"], first["cells"]);
    EXPECT_EQ(lab.quit(), "");
}

TEST(Focus, TakesTheRoomOfTheLowerPanelAndGivesItBack) {
    LabDriver lab({"the-cat-chased-the-mouse", 1366, 700});
    lab.settled();
    const int before = lab.control("panel.query").y;
    lab.double_click(lab.control("title/weights"), "the weights alone",
                     [](const Json& now) { return !has_cells(now, "X"); });
    lab.settled();
    EXPECT_GT(lab.control("panel.query").y, before + 100) << "its tabs stay, at the foot";
    lab.click(lab.control("panel.lines"));
    lab.settled();
    EXPECT_EQ(lab.control("panel.query").y, before) << "a tab opens it";
    lab.press("Escape");
    lab.until("the canvas", [](const Json& now) { return has_cells(now, "X"); });
    lab.settled();
    EXPECT_EQ(lab.control("panel.query").y, before);
    EXPECT_EQ(lab.quit(), "");
}
