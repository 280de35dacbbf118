// SPDX-License-Identifier: MIT
// F6 moves between the parts of the window, each of which works by keyboard alone.
#include "tests/support/lab_driver.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace {

using namespace attn::test;

/// Waits until this part has the focus and the window shows it.
void until_at(LabDriver& lab, const std::string& stop) {
    lab.until("the keyboard at " + stop, [&](const Json& now) {
        return now["stop"] == stop && now["controls"].contains("focus");
    });
    lab.settled();
}

void until_query(LabDriver& lab, int row) {
    lab.until("query word " + std::to_string(row),
              [&](const Json& now) { return now["view"]["query"] == row; });
    lab.settled();
}

TEST(Parts, AltWithALetterOpensEachMenu) {
    LabDriver lab;
    lab.settled();
    const std::vector<std::pair<const char*, const char*>> menus = {
        {"alt+f", "file.open"},     {"alt+e", "edit.history"}, {"alt+v", "view.full_screen"},
        {"alt+i", "fill.zeros"},    {"alt+m", "Model/Block"},  {"alt+x", "explain.cover"},
        {"alt+t", "present.start"}, {"alt+h", "help.overlay"}};
    for (const auto& [keys, line] : menus) { // from one to the next as well
        lab.press(keys);
        lab.until(std::string("the menu of ") + keys,
                  [line = line](const Json& now) { return now["controls"].contains(line); });
        lab.settled();
    }
    lab.press("Escape");
    lab.settled();
    lab.click(lab.cell("X", 0, 0));
    lab.type("7");
    lab.until("a text", [](const Json& seen) { return seen["editing"].is_object(); });
    lab.press("alt+f");
    const Json now = lab.until("the menu", [](const Json& seen) {
        return seen["controls"].contains("file.open") && seen["editing"].is_null();
    });
    EXPECT_EQ(number(now, "X", 0, 0), 7) << "what was typed is entered";
    lab.press("Escape");
    lab.until("no menu", [](const Json& seen) { return !seen["controls"].contains("menu"); });
    lab.settled();
    EXPECT_EQ(lab.quit(), "");
}

TEST(Parts, F6GoesThroughAllPartsOfTheWindow) {
    LabDriver lab;
    const int query = lab.settled()["view"]["query"];
    lab.press("F6"); // from the canvas
    until_at(lab, "panel.query");
    lab.press("Right");
    until_at(lab, "panel.lines");
    lab.press("Return");
    lab.until("the lines", [](const Json& now) { return now["panel_tab"] == "lines"; });
    lab.settled();

    lab.press("F6");
    until_at(lab, "File");
    lab.press("Tab");
    until_at(lab, "Edit");
    lab.press("Return");
    lab.until("the menu Edit",
              [](const Json& now) { return now["controls"].contains("edit.history"); });
    lab.settled();
    lab.press("Right"); // from the open menu to its neighbour
    lab.until("the menu View",
              [](const Json& now) { return now["controls"].contains("view.full_screen"); });
    lab.settled();
    lab.press("Escape");
    until_at(lab, "View");

    lab.press("F6");
    until_at(lab, "query/" + std::to_string(query));
    lab.press("Right");
    until_at(lab, "query/" + std::to_string(query + 1));
    lab.press("space");
    until_query(lab, query + 1);

    lab.press("F6");
    until_at(lab, "Normalise");
    lab.press("Return");
    lab.until("the softmax",
              [](const Json& now) { return now["controls"].contains("normalise.sum"); });
    lab.settled();
    lab.press("Escape");
    until_at(lab, "Normalise");

    lab.press("F6");
    until_at(lab, "page.forward");
    lab.press("Right");
    until_at(lab, "page.backward"); // With one head there is no page of heads.
    lab.press("Return");
    lab.until("the gradients", [](const Json& now) { return !now["sensitivity"].is_null(); });
    lab.settled();

    lab.press("F6");
    lab.until("the canvas ringed", [](const Json& now) {
        return now["part"] == 5 && now["controls"].contains("focus");
    });
    lab.settled();
    lab.press("shift+F6");
    until_at(lab, "page.backward");
    lab.press("Escape");
    const Json last = lab.until("the keys on the canvas", [](const Json& now) {
        return now["part"].is_null() && !now["controls"].contains("focus");
    });
    EXPECT_FALSE(last["sensitivity"].is_null()); // Esc left only the part.
    EXPECT_EQ(lab.quit(), "");
}

TEST(Parts, KeysOfThePartDoNotReachTheCanvas) {
    LabDriver lab;
    const Json first = lab.settled();
    lab.press("F6");
    until_at(lab, "panel.query");
    lab.press("Down");
    until_at(lab, "panel.lines");
    lab.press("4");
    lab.press("Home");
    until_at(lab, "panel.query");
    const Json now = lab.settled();
    EXPECT_EQ(now["view"]["query"], first["view"]["query"]);
    EXPECT_TRUE(now["view"]["selected"].is_null());

    lab.click(lab.control("query/0")); // From here on by mouse.
    lab.until("no ring", [](const Json& seen) { return !seen["controls"].contains("focus"); });
    until_query(lab, 0);
    lab.press("Down");
    until_query(lab, 1);
    EXPECT_EQ(lab.quit(), "");
}

TEST(Parts, TheLessonIsAPartOfTheWindow) {
    LabDriver lab;
    lab.choose("Teach/Lessons", "lesson.the-cat-chased-the-mouse");
    lab.until("the lesson", [](const Json& now) { return !now["lesson"].is_null(); });
    lab.settled();
    lab.press("F6");
    until_at(lab, "panel.query");
    lab.press("F6");
    until_at(lab, "lesson.close");
    lab.press("shift+Tab");
    until_at(lab, "lesson.next");
    lab.press("Return");
    lab.until("step 2", [](const Json& now) { return now["lesson"]["step"] == 1; });
    EXPECT_EQ(lab.quit(), "");
}

TEST(Parts, TheStartPageHasItsMenus) {
    LabDriver lab({"", 1366, 700});
    lab.until("the start page", [](const Json& now) { return !now["start"].is_null(); });
    lab.settled();
    lab.press("F6");
    until_at(lab, "File");
    lab.press("F6"); // back to the fields
    lab.until("the keys on the page", [](const Json& now) { return now["part"].is_null(); });
    lab.settled();
    lab.type("a");
    lab.until("typing", [](const Json& now) { return now["start"]["sentence"] == "a"; });
    EXPECT_EQ(lab.quit(), "");
}

TEST(Keys, AreListedWithoutOverlap) {
    for (const auto& [width, height] : {std::pair(1024, 768), std::pair(1366, 700)}) {
        LabDriver lab({"the-cat-chased-the-mouse", width, height});
        lab.settled();
        lab.press("F1");
        lab.until("the keys", [](const Json& now) { return now["controls"].contains("help.1"); });
        lab.settled();
        lab.picture("keys-" + std::to_string(width));
        int bottom = 0, x = -1;
        for (int at = 0; lab.probe()["controls"].contains("help." + std::to_string(at)); ++at) {
            const Area line = lab.control("help." + std::to_string(at));
            EXPECT_GE(line.height, 12) << at << ": letters of ten pixels at least";
            EXPECT_LE(line.x + line.width, width);
            EXPECT_LE(line.y + line.height, height);
            if (line.x == x) {
                EXPECT_GE(line.y, bottom - 1) << at;
            }
            x = line.x;
            bottom = line.y + line.height;
        }
        lab.type("query word");
        lab.settled();
        EXPECT_FALSE(lab.probe()["controls"].contains("help.12")) << "only what has the words";
        EXPECT_TRUE(lab.probe()["controls"].contains("help.1"));
        lab.picture("keys-searched-" + std::to_string(width));
        lab.press("Escape");
        lab.until("no help", [](const Json& now) { return now["help"] == false; });
        EXPECT_EQ(lab.quit(), "");
    }
}

} // namespace
