// SPDX-License-Identifier: MIT
// One lecturer's task by mouse alone and by keyboard alone, with real input events.
// ../window/tasks_test.cpp has the others.
#include "tests/support/lab_driver.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>

using namespace attn::test;

namespace {

std::function<bool(const Json&)> has(const std::string& control) {
    return [control](const Json& now) { return now["controls"].contains(control); };
}

std::function<bool(const Json&)> has_not(const std::string& control) {
    return [control](const Json& now) { return !now["controls"].contains(control); };
}

void drag_by(LabDriver& lab, Area area, int across, int down) {
    const int x = area.x + area.width / 2, y = area.y + area.height / 2;
    lab.move_to(x, y);
    lab.press_button();
    lab.point(x + across, y + down);
    lab.settled();
    lab.release_button();
    lab.settled();
}

} // namespace

TEST(ByMouseAlone, AStateIsPinnedComparedAndLeft) {
    LabDriver lab({"the-cat-chased-the-mouse", 1366, 700});
    const Json first = lab.settled();
    lab.choose("Explain/Compare", "compare.pin");
    lab.until("what before means", has("Before"));
    lab.settled();
    drag_by(lab, lab.cell("X", 1, 2), 80, 0);
    EXPECT_NE(document_text(lab.probe()), document_text(first));
    EXPECT_EQ(lab.probe()["cells"], first["cells"]);
    lab.choose("Before", "compare.beside");
    lab.until("A beside B", has("compare.stage.weights"));
    lab.settled();
    lab.click(lab.control("compare.stage.output"));
    lab.settled();
    lab.choose("Before", "compare.beside");
    lab.until("the canvas", has_not("compare.stage.weights"));
    lab.choose("Before", "compare.unpin");
    lab.until("no comparison", has_not("Before"));
    EXPECT_EQ(lab.quit(), "");
}

TEST(ByKeyboardAlone, AStateIsPinnedComparedAndLeft) {
    LabDriver lab({"the-cat-chased-the-mouse", 1366, 700});
    const Json first = lab.settled();
    lab.press("ctrl+shift+a");
    lab.until("what before means", has("Before"));
    lab.press("Tab");
    lab.until("a number", [](const Json& now) { return now["view"]["selected"] == "X[0,0]"; });
    lab.type("3");
    lab.press("Return");
    lab.until("another number",
              [&](const Json& now) { return document_text(now) != document_text(first); });
    EXPECT_EQ(lab.settled()["cells"], first["cells"]);
    lab.choose_by_name("A | B");
    lab.until("A beside B", has("compare.stage.weights"));
    lab.settled();
    lab.press("Escape");
    lab.until("the canvas", has_not("compare.stage.weights"));
    lab.choose_by_name("Stop comparing");
    lab.until("no comparison", has_not("Before"));
    EXPECT_EQ(lab.quit(), "");
}
