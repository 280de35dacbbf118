// SPDX-License-Identifier: MIT
// The spotlight in the canvas's place: beside a lesson it shows what the step is about, and
// elsewhere the selected matrix or number, along the calculation and back.
#include "core/io/document/lesson.h"
#include "tests/support/lab_driver.h"

#include <gtest/gtest.h>

#include <array>
#include <string>

using namespace attn::test;

namespace {

bool has_cells(const Json& probe, const std::string& sheet) {
    return probe["cells"].contains(sheet);
}
bool has(const Json& probe, const std::string& control) {
    return probe["controls"].contains(control);
}
bool is_inside(const Area& inner, const Area& outer) {
    return inner.x >= outer.x && inner.y >= outer.y &&
           inner.x + inner.width <= outer.x + outer.width &&
           inner.y + inner.height <= outer.y + outer.height;
}

void open_lesson(LabDriver& lab, const std::string& name) {
    lab.choose("Teach/Lessons", "lesson." + name);
    lab.until("the lesson", [&](const Json& now) {
        return now["lesson"].is_object() && now["lesson"]["name"] == name;
    });
    lab.settled();
}

/// Where the drawn places of the step are not as they have to be; empty if they are.
std::string fault_of_places(const LabDriver& lab) {
    const Json& now = lab.probe();
    if (!has(now, "spotlight"))
        return "there is no spotlight";
    const Area room = lab.control("spotlight");
    // As the law of all lessons says: numbers are 18 px high, and 13 from nine rows on.
    const Json& lists = now["document"]["lists"];
    const int least = lists.contains("words") && lists["words"].size() > 8 ? 13 : 18;
    std::string faults;
    for (int phrase = 1; has(now, "lesson.phrase." + std::to_string(phrase)); ++phrase) {
        const std::string place = "lesson.place." + std::to_string(phrase);
        if (!has(now, place))
            faults += place + " is missing; ";
        else if (!is_inside(lab.control(place), room))
            faults += place + " is outside; ";
        else if (const int height = lab.control(place).height; height < least)
            faults += place + " is too flat for a number, " + std::to_string(height) + " px; ";
    }
    return faults;
}

struct Setting {
    int width, height, larger; // presses of Ctrl and +
};
constexpr std::array<Setting, 8> settings{{{1024, 768, 0},
                                           {1024, 768, 4},
                                           {1366, 700, 0},
                                           {1366, 700, 4},
                                           {1366, 768, 0},
                                           {1366, 768, 4},
                                           {1920, 1080, 0},
                                           {1920, 1080, 4}}};

} // namespace

TEST(Spotlight, ALessonShowsWhatItsStepIsAboutWithItsPhrases) {
    LabDriver lab({"three-inputs", 1366, 768});
    open_lesson(lab, "three-inputs");
    lab.press("Next");
    lab.settled();
    const Json now = lab.settled();
    EXPECT_EQ(fault_of_places(lab), "");
    EXPECT_TRUE(has(now, "lesson.phrase.1"));
    EXPECT_FALSE(has_cells(now, "output")) << "the step is not about it";
    lab.picture("spotlight-lesson-1366");
    // Pointing at a phrase lights its place, and the other way round.
    const Area phrase = lab.control("lesson.phrase.1"), place = lab.control("lesson.place.1");
    const Picture plain = lab.picture("spotlight-plain");
    lab.move_to(phrase.x + phrase.width / 2, phrase.y + phrase.height / 2);
    lab.settled();
    EXPECT_NE(lab.picture("spotlight-lit").pixels, plain.pixels);
    EXPECT_EQ(lab.probe()["lesson"]["lit"], 1);
    lab.move_to(5, 5);
    lab.settled();
    EXPECT_EQ(lab.probe()["lesson"]["lit"], 0);
    lab.move_to(place.x + 3, place.y + 3);
    lab.settled();
    EXPECT_EQ(lab.probe()["lesson"]["lit"], 1);
    EXPECT_EQ(lab.quit(), "");
}

TEST(Spotlight, SaysTheTitleOfAStepOnce) {
    for (const int width : {1024, 1366}) {
        LabDriver lab({"the-cat-chased-the-mouse", width, 768});
        open_lesson(lab, "the-cat-chased-the-mouse");
        const auto count = [&] {
            const Json now = lab.settled();
            return (has(now, "light.heading") ? 1 : 0) + (has(now, "lesson.heading") ? 1 : 0);
        };
        EXPECT_EQ(count(), 1) << "above the spotlight";
        lab.picture("spotlight-heading-" + std::to_string(width));
        lab.press("z");
        lab.until("the canvas", [](const Json& now) { return !has(now, "spotlight"); });
        EXPECT_EQ(count(), 1) << "beside the canvas";
        EXPECT_EQ(lab.quit(), "");
    }
}

TEST(Spotlight, ZShowsTheWholeCanvasBesideALessonAndComesBack) {
    LabDriver lab({"the-cat-chased-the-mouse", 1366, 768});
    open_lesson(lab, "the-cat-chased-the-mouse");
    const Json light = lab.settled();
    lab.press("z");
    lab.until("the canvas", [](const Json& now) {
        return has_cells(now, "X") && has_cells(now, "output") && !has(now, "spotlight");
    });
    EXPECT_TRUE(has(lab.settled(), "lesson.place.1"));
    lab.picture("spotlight-whole-1366");
    lab.click(lab.control("view.enlarge"));
    lab.until("the spotlight", [&](const Json& now) { return now["cells"] == light["cells"]; });
    // A double click on a title puts that matrix alone in the light; Esc returns to the step.
    lab.press("F3");
    lab.until("the canvas", [](const Json& now) { return !has(now, "spotlight"); });
    lab.settled();
    lab.double_click(lab.control("title/scores"), "the scores",
                     [](const Json& now) { return has(now, "spotlight"); });
    EXPECT_TRUE(has_cells(lab.settled(), "scores"));
    EXPECT_FALSE(has_cells(lab.probe(), "output"));
    EXPECT_EQ(lab.quit(), "");
}

TEST(Spotlight, NumbersAreDraggedInALesson) {
    LabDriver lab({"three-inputs", 1366, 768});
    open_lesson(lab, "three-inputs");
    const Json first = lab.settled();
    ASSERT_TRUE(has_cells(first, "X"));
    const Area cell = lab.cell("X", 0, 0);
    lab.move_to(cell.x + cell.width / 2, cell.y + cell.height / 2);
    lab.press_button();
    lab.point(cell.x + cell.width / 2 + 30, cell.y + cell.height / 2);
    lab.until("another number",
              [&](const Json& now) { return number(now, "X", 0, 0) != number(first, "X", 0, 0); });
    lab.release_button();
    EXPECT_EQ(lab.settled()["cells"], first["cells"]) << "nothing moves";
    EXPECT_EQ(difference_from_elsewhere(lab.probe()), "");
    EXPECT_EQ(lab.quit(), "");
}

TEST(Spotlight, TheLowerPanelIsFoldedBesideALessonUntilATabIsChosen) {
    LabDriver lab({"the-cat-chased-the-mouse", 1366, 768});
    const int before = lab.control("panel.query").y;
    open_lesson(lab, "the-cat-chased-the-mouse");
    const int folded = lab.control("panel.query").y;
    EXPECT_GT(folded, before + 50);
    lab.click(lab.control("panel.lines"));
    lab.until("the panel", [](const Json& now) { return now["panel_tab"] == "lines"; });
    lab.settled();
    EXPECT_LT(lab.control("panel.query").y, folded - 50);
    EXPECT_EQ(fault_of_places(lab), "");
    lab.click(lab.control("panel.lines"));
    lab.settled();
    EXPECT_EQ(lab.control("panel.query").y, folded) << "the shown tab folds it again";
    lab.click(lab.control("lesson.close"));
    lab.until("no lesson", [](const Json& now) { return now["lesson"].is_null(); });
    lab.settled();
    EXPECT_EQ(lab.control("panel.query").y, before) << "without a lesson it is as it was";
    EXPECT_EQ(lab.quit(), "");
}

TEST(Spotlight, GoesAlongTheCalculationByKeysAndByTheMap) {
    LabDriver lab({"the-cat-chased-the-mouse", 1366, 768});
    const Json first = lab.settled();
    lab.click(lab.control("title/scores"));
    lab.double_click(lab.control("title/scores"), "the scores",
                     [](const Json& now) { return has(now, "spotlight"); });
    const Json scores = lab.settled();
    for (const char* sheet : {"Q", "K", "scores"})
        EXPECT_TRUE(has_cells(scores, sheet)) << sheet;
    EXPECT_FALSE(has_cells(scores, "X"));
    lab.picture("spotlight-scores-1366");
    lab.press("Next");
    lab.until("the scaled scores", [](const Json& now) { return !has_cells(now, "Q"); });
    EXPECT_TRUE(has_cells(lab.settled(), "scaled"));
    lab.press("Right");
    lab.until("the weights", [](const Json& now) { return has_cells(now, "weights"); });
    lab.settled();
    lab.press("Left");
    lab.press("Prior");
    lab.until("the scores", [&](const Json& now) { return now["cells"] == scores["cells"]; });
    lab.click(lab.control("map/W_Q"));
    lab.until("W_Q", [](const Json& now) { return has_cells(now, "W_Q"); });
    EXPECT_FALSE(has_cells(lab.settled(), "scores"));
    lab.press("z");
    lab.until("the canvas", [&](const Json& now) { return now["cells"] == first["cells"]; });
    EXPECT_EQ(lab.quit(), "");
}

TEST(Spotlight, ZShowsTheSelectedNumberWithWhatItIsMadeOf) {
    LabDriver lab({"the-cat-chased-the-mouse", 1366, 768});
    lab.click(lab.cell("output", 1, 2));
    lab.press("z");
    lab.until("the number", [](const Json& now) { return has(now, "spotlight"); });
    const Json number = lab.settled();
    for (const char* sheet : {"weights", "V", "output"})
        EXPECT_TRUE(has_cells(number, sheet)) << sheet;
    EXPECT_FALSE(has_cells(number, "X"));
    lab.picture("spotlight-number-1366");
    lab.press("z");
    lab.until("the canvas", [](const Json& now) { return !has(now, "spotlight"); });
    // A double click on a number of its derivation follows it.
    lab.settled();
    lab.double_click(lab.control("factor/weights[1,4]"), "the weight",
                     [](const Json& now) { return has(now, "spotlight"); });
    EXPECT_EQ(lab.settled()["view"]["selected"], "weights[1,4]");
    EXPECT_TRUE(has_cells(lab.probe(), "weights"));
    lab.picture("spotlight-weight-1366");
    // An input has nothing that it is made of: its matrix is shown. A letter types no number.
    lab.press("z");
    lab.until("the canvas", [](const Json& now) { return !has(now, "spotlight"); });
    lab.click(lab.cell("X", 1, 2));
    lab.press("z");
    lab.until("X", [](const Json& now) { return has(now, "spotlight"); });
    EXPECT_TRUE(lab.settled()["editing"].is_null());
    EXPECT_TRUE(has_cells(lab.probe(), "X"));
    EXPECT_EQ(lab.quit(), "");
}

TEST(Spotlight, IsDrawnInTheDarkAndPresented) {
    for (const Setting& setting : {settings[0], settings[6]}) {
        LabDriver lab({"the-cat-chased-the-mouse", setting.width, setting.height});
        lab.resize_window(setting.width, setting.height);
        lab.choose_by_name("Dark theme");
        open_lesson(lab, "the-cat-chased-the-mouse");
        const std::string size = std::to_string(setting.width);
        for (int step = 1; step <= 4; ++step)
            lab.press("Next");
        lab.settled();
        EXPECT_EQ(fault_of_places(lab), "");
        lab.picture("spotlight-softmax-dark-" + size);
        lab.press("F5");
        lab.until("the page", [](const Json& now) { return !now["presenting"].is_null(); });
        lab.settled();
        lab.picture("spotlight-presented-dark-" + size);
        lab.press("Escape");
        lab.until("the window", [](const Json& now) { return now["presenting"].is_null(); });
        EXPECT_EQ(fault_of_places(lab), "");
        lab.choose_by_name("Light theme");
        lab.press("Prior");
        lab.press("Prior");
        lab.settled();
        lab.picture("spotlight-product-" + size);
        EXPECT_EQ(lab.quit(), "");
    }
}

/// The law of tests/lessons/spotlight_laws_test.cpp in the window: all lessons one after the other,
/// in settings that take turns.
TEST(Spotlight, WhateverAStepPointsAtIsInsideItAtEverySize) {
    const auto lessons = attn::io::lessons();
    ASSERT_TRUE(lessons);
    LabDriver lab({"four-words", 1920, 1080});
    open_lesson(lab, lessons->front().name);
    std::size_t steps = 0;
    for (std::size_t at = 0; at < lessons->size(); ++at) {
        ASSERT_EQ(lab.settled()["lesson"]["name"], (*lessons)[at].name);
        const Setting& setting = settings[at % settings.size()];
        lab.resize_window(setting.width, setting.height);
        lab.press("ctrl+0");
        for (int times = 0; times < setting.larger; ++times)
            lab.press("ctrl+equal");
        const auto opened = attn::io::open_lesson((*lessons)[at].name);
        ASSERT_TRUE(opened) << opened.error().text();
        while (lab.settled()["question"].is_null()) {
            const auto step = lab.probe()["lesson"]["step"].get<std::size_t>();
            const bool has_page = !opened->lesson.steps[step].view.page.empty();
            EXPECT_EQ(has_page ? "" : fault_of_places(lab), "") // a page stands in its place
                << (*lessons)[at].name << ", step " << step << ", " << setting.width << " × "
                << setting.height << ", " << lab.probe()["interface_scale"];
            ++steps;
            lab.press("Next");
        }
        lab.press("Return"); // the next lesson
    }
    EXPECT_GT(steps, 150U);
    EXPECT_EQ(lab.quit(), "");
}
