// SPDX-License-Identifier: MIT
// A lesson beside the spotlight: its phrases, by keyboard and by mouse, its progress and its end.
#include "tests/support/lab_driver.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <string>

using namespace attn::test;

namespace {

constexpr const char* notebook = "simple sentence"; // a part of its title

void open_by_keys(LabDriver& lab, const std::string& title) {
    lab.choose_by_name(title);
    lab.until("the lesson", [](const Json& now) { return !now["lesson"].is_null(); });
    lab.settled();
}

int step(const Json& now) {
    return now["lesson"]["step"].get<int>();
}

void go_on(LabDriver& lab, int to) {
    lab.press("Next");
    lab.until("step " + std::to_string(to), [&](const Json& now) { return step(now) == to; });
    lab.settled();
}

/// Counts the changed pixels inside the area and outside.
std::pair<int, int> changed(const Picture& a, const Picture& b, Area inside) {
    std::pair<int, int> count;
    for (int y = 0; y < a.height; ++y)
        for (int x = 0; x < a.width; ++x) {
            const auto at = static_cast<std::size_t>(y * a.width + x);
            const bool is_inside = x >= inside.x - 8 && x < inside.x + inside.width + 8 &&
                                   y >= inside.y - 8 && y < inside.y + inside.height + 8;
            if (a.pixels[at] != b.pixels[at])
                ++(is_inside ? count.first : count.second);
        }
    return count;
}

} // namespace

TEST(Lesson, KeysStepMarkAndPresentFromTheOpenStep) {
    LabDriver lab({"the-cat-chased-the-mouse", 1366, 700});
    open_by_keys(lab, notebook);
    for (int at = 1; at <= 4; ++at)
        go_on(lab, at);
    const Area place = lab.control("lesson.place.1");
    lab.move_to(5, 5); // away from all places
    const Picture plain = lab.picture("lesson-phrases-1366");
    lab.press("shift+Next");
    lab.settled();
    const auto [lit, other] = changed(plain, lab.picture("lesson-lit-1366"), place);
    EXPECT_GT(lit, 50) << "the frame of phrase 1 is thicker";
    EXPECT_GT(other, 0) << "and so is the line below its words";
    EXPECT_LT(other, 4000) << "nothing else changes";
    lab.press("F5");
    lab.until("the page", [](const Json& now) { return !now["presenting"].is_null(); });
    EXPECT_EQ(step(lab.settled()), 4) << "the open step";
    lab.press("Next");
    lab.until("the next step", [](const Json& now) { return step(now) == 5; });
    lab.press("Escape");
    lab.until("the window", [](const Json& now) { return now["presenting"].is_null(); });
    EXPECT_EQ(lab.quit(), "");
}

TEST(Lesson, MouseFindsPlacesOnTheWholeCanvas) {
    LabDriver lab({"the-cat-chased-the-mouse", 1600, 900});
    lab.choose("Teach/Lessons", "lesson.the-cat-chased-the-mouse");
    lab.until("the lesson", [](const Json& now) { return !now["lesson"].is_null(); });
    lab.press("z");
    lab.until("the canvas", [](const Json& now) { return now["cells"].contains("W_Q"); });
    lab.settled();
    const Area place = lab.control("lesson.place.2");
    lab.move_to(5, 5);
    const Picture plain = lab.picture("lesson-canvas-1600");
    const Area phrase = lab.control("lesson.phrase.2");
    lab.move_to(phrase.x + phrase.width / 2, phrase.y + phrase.height / 2);
    lab.settled();
    EXPECT_GT(changed(plain, lab.picture("lesson-canvas-lit-1600"), place).first, 50);
    // What the step is not about has its usual colours, and can be selected.
    lab.click(lab.cell("W_Q", 1, 2));
    lab.until("a cell beside the places",
              [](const Json& now) { return now["view"]["selected"] == "W_Q[1,2]"; });
    lab.press("Escape");
    lab.until("no selection", [](const Json& now) { return now["view"]["selected"].is_null(); });
    EXPECT_EQ(lab.quit(), "");
}

TEST(Lesson, ASmallWindowHasLargeNumbers) {
    LabDriver lab({"the-cat-chased-the-mouse", 1024, 768});
    open_by_keys(lab, notebook);
    for (int at = 1; at <= 6; ++at)
        go_on(lab, at);
    const Area cell = lab.cell("weights", 1, 4);
    EXPECT_GE(cell.width, 60) << "wide enough for a number of 18 pixels";
    EXPECT_GE(cell.height, 24);
    lab.picture("lesson-1024");
    EXPECT_EQ(lab.quit(), "");
}

TEST(Lesson, HowFarOneCameIsWrittenAtOnceAndSoAreSettings) {
    LabDriver lab({"the-cat-chased-the-mouse", 1366, 768});
    const auto written = [&] {
        std::ifstream file(lab.home() + "/.config/attention-lab/settings.json");
        return Json::parse(file, nullptr, false);
    };
    lab.choose_by_name("Dark theme");
    lab.settled();
    ASSERT_TRUE(written().is_object());
    EXPECT_EQ(written().value("theme", ""), "dark");
    open_by_keys(lab, notebook);
    go_on(lab, 1);
    lab.settled();
    const Json now = written();
    ASSERT_TRUE(now.contains("lessons"));
    EXPECT_NE(now["lessons"].dump().find("1"), std::string::npos) << now["lessons"];
    EXPECT_EQ(lab.quit(), "");
}

TEST(Lesson, AtItsEndItSaysSoAndOffersTheNext) {
    LabDriver lab({"the-cat-chased-the-mouse", 1366, 768});
    open_by_keys(lab, notebook);
    const std::string first = lab.probe()["lesson"]["name"];
    for (int at = step(lab.probe()); lab.probe()["question"].is_null(); ++at) {
        ASSERT_LT(at, 40) << "the lesson has an end";
        lab.press("Next");
        lab.settled();
    }
    lab.picture("lesson-finished-1366");
    lab.click(lab.control("choice/next"));
    lab.until("the next lesson", [&](const Json& now) {
        return now["lesson"].is_object() && now["lesson"]["name"] != first && step(now) == 0;
    });
    lab.settled();
    lab.choose("Teach/Presets", "preset.four-words");
    lab.until("the preset alone", [](const Json& now) { return now["lesson"].is_null(); });
    EXPECT_EQ(lab.quit(), "");
}

TEST(Lesson, OfAFileOpensWithItsOwnDocument) {
    const TempDir folder;
    const std::string file = folder.file("our.lesson", R"({
        "title": "Our words",
        "document": {"format": "attention-lab", "version": [2, 0],
                     "model": {"kind": "attention", "projections": "none"},
                     "lists": {"words": ["green", "tea"]}, "inputs": {"X": [[1, 2], [3, 4]]}},
        "steps": [{"title": "Words", "text": "It begins with {token[0]}."},
                  {"title": "More", "text": "It ends with {token[1]}."}]})");
    LabDriver lab({file, 1366, 700});
    const Json& now =
        lab.until("the lesson", [](const Json& is) { return !is["lesson"].is_null(); });
    EXPECT_EQ(step(now), 0);
    EXPECT_TRUE(now["controls"].contains("query/1")) << "the words of the file";
    EXPECT_FALSE(now["controls"].contains("query/2"));
    go_on(lab, 1);
    lab.press("ctrl+Home");
    lab.until("the file among the recent ones",
              [](const Json& is) { return is["controls"].contains("start/recent.0"); });
}
