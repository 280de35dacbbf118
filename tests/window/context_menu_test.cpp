// SPDX-License-Identifier: MIT
// The menus of a right click on a number, a word and a title, also opened by keyboard; and words
// that are dragged and added in place.
#include "tests/support/lab_driver.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

using namespace attn::test;

namespace {

std::vector<std::string> words(const Json& probe) {
    return probe["document"]["lists"]["words"];
}

std::function<bool(const Json&)> has_line(const std::string& action) {
    return [action](const Json& now) { return now["controls"].contains(action); };
}

std::function<bool(const Json&)> has_no_line(const std::string& action) {
    return [action](const Json& now) { return !now["controls"].contains(action); };
}

void right_click(LabDriver& lab, Area area) {
    lab.move_to(area.x + area.width / 2, area.y + area.height / 2);
    lab.press_button(3);
    lab.release_button(3);
}

/// Expects the whole menu inside the window.
void expect_in_view(LabDriver& lab, const Json& now, const std::vector<std::string>& lines) {
    const Area window = lab.window_area();
    for (const std::string& line : lines) {
        ASSERT_TRUE(now["controls"].contains(line)) << line;
        const Area area = lab.control(line);
        EXPECT_TRUE(area.x >= 0 && area.y >= 0 && area.x + area.width <= window.width &&
                    area.y + area.height <= window.height)
            << line;
    }
}

} // namespace

TEST(ContextMenu, OpensOnNumbersWordsAndMatricesByMouse) {
    LabDriver lab({"the-cat-chased-the-mouse", 1366, 700});
    const Json first = lab.settled();
    right_click(lab, lab.cell("output", 4, 3)); // in the corner of the window
    lab.until("the menu of a number", has_line("explain.sensitivity"));
    const Json computed = lab.settled();
    expect_in_view(lab, computed, {"edit.copy", "explain.seek", "explain.cover", "view.enlarge"});
    EXPECT_FALSE(computed["controls"].contains("fill.zeros")) << "the output is computed";
    EXPECT_EQ(computed["view"]["selected"], "output[4,3]");
    lab.picture("context-number-1366");
    lab.press("Escape");
    lab.until("no menu", has_no_line("explain.sensitivity"));
    EXPECT_EQ(document_text(lab.settled()), document_text(first));

    right_click(lab, lab.row_label("X", 2));
    lab.until("the menu of a word", has_line("word.remove"));
    EXPECT_EQ(lab.settled()["view"]["query"], 2);
    lab.picture("context-word-1366");
    lab.click(lab.control("word.remove"));
    lab.until("four words", [](const Json& now) { return words(now).size() == 4; });
    EXPECT_EQ(words(lab.settled())[2], "the");
    lab.press("ctrl+z");
    lab.until("undo", [&](const Json& now) { return document_text(now) == document_text(first); });
    lab.settled();

    right_click(lab, lab.control("title/W_Q"));
    lab.until("the menu of a matrix", has_line("fill.identity"));
    expect_in_view(lab, lab.settled(), {"view.enlarge", "explain.cover_matrix", "fill.round"});
    lab.picture("context-matrix-1366");
    lab.click(lab.control("fill.identity"));
    const Json filled =
        lab.until("an identity", [](const Json& now) { return number(now, "W_Q", 3, 3) == 1; });
    EXPECT_EQ(number(filled, "W_Q", 3, 0), 0);
    EXPECT_EQ(difference_from_elsewhere(lab.settled()), "");
    EXPECT_EQ(lab.quit(), "");
}

TEST(ContextMenu, OpensOnTheSelectionByKeyboard) {
    LabDriver lab({"the-cat-chased-the-mouse", 1024, 768});
    const Json first = lab.settled();
    lab.press("2");
    lab.until("the query word", [](const Json& now) { return now["view"]["query"] == 1; });
    lab.press("shift+F10");
    lab.until("the menu of the word", has_line("word.rename"));
    lab.settled();
    lab.press("Down");
    lab.settled();
    lab.press("Return");
    lab.until("the name to be typed", [](const Json& now) { return now["editing"].is_object(); });
    lab.press("ctrl+a");
    lab.type("dog");
    lab.press("Return");
    lab.until("its name", [](const Json& now) { return words(now)[1] == "dog"; });
    lab.press("Tab"); // the first number of X
    lab.until("a number", [](const Json& now) { return now["view"]["selected"] == "X[0,0]"; });
    lab.press("Menu");
    lab.until("the menu of the number", has_line("fill.zeros"));
    EXPECT_EQ(lab.settled()["view"]["selected"], "X[0,0]");
    lab.press("End");
    lab.settled();
    lab.press("Up");
    lab.settled();
    EXPECT_EQ(lab.settled()["view"]["selected"], "X[0,0]") << "arrows are the menu's";
    lab.press("Escape");
    lab.until("no menu", has_no_line("fill.zeros"));
    lab.press("ctrl+z");
    lab.until("undo", [&](const Json& now) { return document_text(now) == document_text(first); });
    EXPECT_EQ(lab.quit(), "");
}

TEST(Words, AreDraggedAndAddedByThePlusSign) {
    LabDriver lab({"the-cat-chased-the-mouse", 1600, 900}); // with room below X
    const Json first = lab.settled();
    const auto drag = [&](int from, int to) {
        const Area start = lab.row_label("X", from), end = lab.row_label("X", to);
        lab.move_to(start.x + start.width / 2, start.y + start.height / 2);
        lab.press_button();
        lab.move_to(end.x + end.width / 2, end.y + end.height / 2);
        lab.settled();
    };
    drag(1, 3);
    EXPECT_EQ(document_text(lab.probe()), document_text(first)) << "until the button is let go";
    lab.picture("word-dragged-1600");
    lab.press("Escape");
    lab.settled();
    lab.release_button();
    EXPECT_EQ(document_text(lab.settled()), document_text(first)) << "Esc leaves it";
    drag(1, 3);
    lab.release_button();
    const Json moved =
        lab.until("the moved word", [&](const Json& now) { return words(now) != words(first); });
    EXPECT_EQ(words(moved), (std::vector<std::string>{"The", "chased", "the", "cat", "mouse"}));
    EXPECT_EQ(moved["document"]["inputs"]["X"][3], first["document"]["inputs"]["X"][1]);
    EXPECT_EQ(moved["view"]["query"], 3) << "the word is the query word";
    EXPECT_EQ(difference_from_elsewhere(lab.settled()), "");
    lab.press("ctrl+z");
    lab.until("undo", [&](const Json& now) { return document_text(now) == document_text(first); });
    lab.settled();
    for (const char* const plus : {"words.add", "query.add"}) {
        ASSERT_TRUE(lab.probe()["controls"].contains(plus)) << plus;
        lab.click(lab.control(plus));
        lab.until("the open name", [](const Json& now) { return now["editing"].is_object(); });
        lab.type("today");
        lab.press("Return");
        lab.until("a sixth word", [](const Json& now) {
            return words(now).size() == 6 && words(now)[5] == "today";
        });
        EXPECT_EQ(difference_from_elsewhere(lab.settled()), "");
        lab.press("ctrl+z");
        lab.press("ctrl+z");
        lab.until("undo",
                  [&](const Json& now) { return document_text(now) == document_text(first); });
        lab.settled();
    }
    EXPECT_EQ(lab.quit(), "");
}
