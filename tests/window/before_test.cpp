// SPDX-License-Identifier: MIT
#include "tests/support/lab_driver.h"

#include <gtest/gtest.h>

using namespace attn::test;

namespace {

bool has_chip(const Json& now) {
    return now["controls"].contains("Before");
}

} // namespace

TEST(BeforeAndAfter, AreShownWhileANumberIsDragged) {
    LabDriver lab({"the-cat-chased-the-mouse", 1366, 700});
    const Json first = lab.settled();
    EXPECT_FALSE(has_chip(first));
    const Area cell = lab.cell("X", 1, 3);
    lab.move_to(cell.x + cell.width / 2, cell.y + cell.height / 2);
    lab.press_button();
    lab.point(cell.x + 120, cell.y + cell.height / 2);
    const Json dragged = lab.until("what before means to be said", has_chip);
    EXPECT_EQ(dragged["cells"], first["cells"]);
    EXPECT_EQ(dragged["labels"], first["labels"]);
    lab.picture("before-drag");
    lab.release_button();
    const Json after = lab.until("the marks to go", [](const Json& now) { return !has_chip(now); });
    EXPECT_NE(document_text(after), document_text(first));
    EXPECT_EQ(after["cells"], first["cells"]);
    EXPECT_EQ(lab.quit(), "");
}

TEST(BeforeAndAfter, APinnedStateLeavesEveryInputEditable) {
    LabDriver lab({"the-cat-chased-the-mouse", 1600, 900});
    const Json first = lab.settled();
    lab.press("ctrl+shift+a");
    const Json pinned = lab.until("the state to be pinned", has_chip);
    EXPECT_EQ(pinned["cells"], first["cells"]) << "the canvas stays";
    lab.click(lab.cell("W_Q", 0, 0));
    lab.type("3");
    lab.press("Return");
    const Json typed = lab.until("the number to be entered", [&](const Json& now) {
        return document_text(now) != document_text(first);
    });
    EXPECT_EQ(typed["cells"], first["cells"]);
    lab.picture("before-pinned");
    // A | B | difference replaces the canvas; Esc first returns to it, then leaves the comparison.
    lab.choose("Explain/Compare", "compare.beside");
    lab.until("A beside B",
              [](const Json& now) { return now["controls"].contains("compare.stage.weights"); });
    lab.picture("before-beside");
    lab.press("Escape");
    lab.until("the canvas", [](const Json& now) {
        return !now["controls"].contains("compare.stage.weights") && has_chip(now);
    });
    lab.press("Escape"); // deselects the cell
    lab.press("Escape");
    lab.until("no comparison", [](const Json& now) { return !has_chip(now); });
    EXPECT_EQ(lab.quit(), "");
}

TEST(BeforeAndAfter, ShowTheEffectOfATriedChoice) {
    LabDriver lab({"the-cat-chased-the-mouse", 1366, 700});
    lab.settled();
    lab.click(lab.control("Scale"));
    lab.until("the choices",
              [](const Json& now) { return now["controls"].contains("scale.none"); });
    lab.press("Down");
    lab.press("Down");
    lab.until("no scale, tried", [](const Json& now) {
        return now["document"]["model"]["scale"] == "none" && has_chip(now);
    });
    lab.picture("before-tried");
    lab.press("Escape");
    lab.until("the choice before", [](const Json& now) { return !has_chip(now); });
    EXPECT_EQ(lab.quit(), "");
}
