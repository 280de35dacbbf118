// SPDX-License-Identifier: MIT
// A lecturer's tasks, by keyboard alone and by mouse alone, that no other test covers.
#include "tests/support/lab_driver.h"

#include <gtest/gtest.h>

#include <string>

using namespace attn::test;

namespace {

std::function<bool(const Json&)> has(const std::string& control) {
    return [control](const Json& now) { return now["controls"].contains(control); };
}

std::function<bool(const Json&)> has_covers(const Json& wanted) {
    return [wanted](const Json& now) {
        return now["document"].value("covers", Json::array()) == wanted;
    };
}

void right_click(LabDriver& lab, Area area) {
    lab.move_to(area.x + area.width / 2, area.y + area.height / 2);
    lab.press_button(3);
    lab.release_button(3);
}

/// Opens the context menu there and clicks a line.
void choose_there(LabDriver& lab, Area area, const std::string& action) {
    right_click(lab, area);
    lab.until(action, has(action));
    lab.settled();
    lab.click(lab.control(action));
}

} // namespace

TEST(ByMouseAlone, ALessonIsOpenedSteppedThroughAndPresented) {
    LabDriver lab({"the-cat-chased-the-mouse", 1366, 700});
    lab.choose("Teach/Lessons", "lesson.the-cat-chased-the-mouse");
    lab.until("the lesson", [](const Json& now) { return now["lesson"].is_object(); });
    const auto is_at = [](int step) {
        return [step](const Json& now) { return now["lesson"]["step"] == step; };
    };
    lab.settled();
    lab.click(lab.control("lesson.next"));
    lab.until("the next step", is_at(1));
    lab.settled();
    lab.click(lab.control("lesson.next"));
    lab.until("the next step", is_at(2));
    lab.settled();
    lab.click(lab.control("lesson.previous"));
    lab.until("the step before", is_at(1));
    lab.settled();
    lab.click(lab.control("present.start"));
    lab.until("the page", [](const Json& now) { return now["presenting"].is_object(); });
    lab.settled();
    const Area page{0, 0, 1366, 700};
    choose_there(lab, page, "present.next");
    lab.until("the next page", is_at(2));
    lab.settled();
    right_click(lab, page);
    lab.until("the menu of the page", has("present.previous"));
    lab.settled();
    lab.picture("context-page-1366");
    lab.click(lab.control("present.previous"));
    lab.until("the page before", is_at(1));
    lab.settled();
    choose_there(lab, page, "present.leave");
    lab.until("the window", [](const Json& now) { return now["presenting"].is_null(); });
    lab.settled();
    lab.click(lab.control("lesson.close"));
    lab.until("no lesson", [](const Json& now) { return now["lesson"].is_null(); });
    EXPECT_EQ(lab.quit(), "");
}

TEST(ByMouseAlone, ANumberIsCoveredAndRevealed) {
    LabDriver lab({"the-cat-chased-the-mouse", 1366, 700});
    lab.settled();
    choose_there(lab, lab.cell("weights", 1, 4), "explain.cover");
    lab.until("a cover", has_covers({"weights[1,4]"}));
    choose_there(lab, lab.control("title/scores"), "explain.cover_matrix");
    lab.until("a covered matrix", has_covers({"weights[1,4]", "scores"}));
    lab.settled();
    lab.click(lab.cell("weights", 1, 4));
    lab.until("the field", [](const Json& now) { return now["controls"].contains("guess"); });
    lab.settled();
    lab.click(lab.control("guess.reveal"));
    lab.until("a reveal", has_covers({"scores"}));
    EXPECT_EQ(lab.quit(), "");
}

TEST(ByKeyboardAlone, ThePanelIsTurnedAndAWordOfTheMapMoves) {
    LabDriver lab({"the-cat-chased-the-mouse", 1366, 700});
    const Json first = lab.settled();
    const auto shows = [](const char* tab) {
        return [tab](const Json& now) { return now["panel_tab"] == tab; };
    };
    lab.press("ctrl+2");
    lab.until("the lines", shows("lines"));
    lab.press("ctrl+4");
    lab.until("the map", shows("map"));
    const Json before = lab.settled();
    EXPECT_EQ(before["cells"], first["cells"]);
    lab.press("Tab");
    lab.until("a number", [](const Json& now) { return now["view"]["selected"] == "X[0,0]"; });
    lab.settled();
    lab.type("4");
    lab.press("Return");
    lab.until("the number", [](const Json& now) { return number(now, "X", 0, 0) == 4; });
    const Json after = lab.settled();
    const auto moved = [&](const char* word) {
        return after["controls"][word] != before["controls"][word];
    };
    EXPECT_TRUE(moved("map/X/0"));
    const int top = lab.control("panel.query").y;
    lab.choose_by_name("More room for the lower panel");
    lab.settled();
    EXPECT_LT(lab.control("panel.query").y, top);
    lab.choose_by_name("Usual height of the lower panel");
    lab.settled();
    EXPECT_EQ(lab.control("panel.query").y, top);
    lab.press("ctrl+1");
    lab.until("the query word", shows("query"));
    EXPECT_EQ(lab.quit(), "");
}

TEST(ByMouseAlone, TheTemperaturePlaysUntilAClick) {
    LabDriver lab({"the-cat-chased-the-mouse", 1366, 700});
    const Json first = lab.settled();
    const auto temperature = [](const Json& now) {
        return now["document"]["model"]["temperature"].get<double>();
    };
    lab.click(lab.control("Temperature"));
    lab.until("the open field", has("temperature.play"));
    lab.settled();
    lab.picture("temperature-play-1366");
    lab.click(lab.control("temperature.play"));
    const Json moved =
        lab.until("a higher temperature", [&](const Json& now) { return temperature(now) > 1.5; });
    EXPECT_EQ(moved["cells"], first["cells"]) << "nothing else moves";
    EXPECT_TRUE(has("Before")(moved)) << "and what changes is marked";
    lab.click(lab.control("panel.query"));
    const double there = temperature(lab.settled());
    EXPECT_EQ(difference_from_elsewhere(lab.probe()), "");
    EXPECT_GT(there, 1.5);
    lab.click(lab.control("edit.undo"));
    lab.until("the document as it was",
              [&](const Json& now) { return document_text(now) == document_text(first); });
    EXPECT_EQ(lab.quit(), "");
}

TEST(ByKeyboardAlone, ANumberPlaysUntilSpaceAndEscTakesItBack) {
    LabDriver lab({"the-cat-chased-the-mouse", 1366, 700});
    const Json first = lab.settled();
    const auto x00 = [](const Json& now) { return number(now, "X", 0, 0); };
    lab.press("Tab");
    lab.until("a number", [](const Json& now) { return now["view"]["selected"] == "X[0,0]"; });
    lab.choose_by_name("Play the number");
    lab.until("a larger number", [&](const Json& now) { return x00(now) > x00(first) + 0.3; });
    lab.press("space");
    EXPECT_GT(x00(lab.settled()), x00(first));
    EXPECT_EQ(difference_from_elsewhere(lab.probe()), "");
    lab.press("ctrl+z");
    lab.until("undo", [&](const Json& now) { return document_text(now) == document_text(first); });
    lab.choose_by_name("Play the number");
    lab.until("a larger number", [&](const Json& now) { return x00(now) > x00(first) + 0.3; });
    lab.press("Escape");
    lab.until("the number before",
              [&](const Json& now) { return document_text(now) == document_text(first); });
    EXPECT_EQ(document_text(lab.settled()), document_text(first));
    EXPECT_EQ(lab.quit(), "");
}

TEST(ByKeyboardAlone, AWordOfAnotherScriptIsTyped) {
    LabDriver lab({"the-cat-chased-the-mouse", 1366, 700});
    lab.settled();
    lab.press("Down");
    lab.until("the second word", [](const Json& now) { return now["view"]["query"] == 1; });
    lab.settled();
    lab.press("F2");
    lab.until("the open word", [](const Json& now) { return now["editing"].is_object(); });
    lab.settled();
    lab.type("قطة");
    lab.press("Return");
    lab.until("the new name", [](const Json& now) {
        return now["document"]["lists"]["words"][1] == "قطة" && now["editing"].is_null();
    });
    EXPECT_EQ(difference_from_elsewhere(lab.settled()), "");
    EXPECT_EQ(lab.quit(), "");
}
