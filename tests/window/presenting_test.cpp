// SPDX-License-Identifier: MIT
// A lecture: steps and a whole lesson given with the clicker's keys; the file stays unchanged.
#include "tests/support/lab_driver.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <fstream>

namespace attn::presenting_test {

using namespace test;

namespace {

/// A lecturer's own file.
struct Lecture {
    TempDir folder;
    std::string path = folder / "lecture.attn";
    std::string bytes;

    Lecture() {
        bytes = bytes_of(ATTENTION_SOURCE_DIR "/assets/presets/the-cat-chased-the-mouse.attn");
        std::ofstream(path, std::ios::binary) << bytes;
    }
    bool is_untouched() const { return bytes_of(path) == bytes; }
};

bool is_presenting(const Json& now) {
    return !now["presenting"].is_null();
}
int step(const Json& now) {
    return now["presenting"]["step"].get<int>();
}

/// Opens a lesson by a part of its title.
void open_lesson(LabDriver& lab, const std::string& title) {
    lab.choose_by_name(title);
    lab.until("the lesson", [](const Json& now) { return !now["lesson"].is_null(); });
}

/// Double-clicks a number of X and types over it, without Enter.
void type_over(LabDriver& lab, const std::string& text) {
    lab.double_click(lab.cell("X", 0, 1), "the number to be typed over",
                     [](const Json& now) { return !now["editing"].is_null(); });
    lab.type(text);
    lab.until("the text", [&](const Json& now) {
        return !now["editing"].is_null() && now["editing"]["text"] == text;
    });
}

} // namespace

TEST(Presenting, StepsJumpsBlanksAndRestoresTheDocument) {
    const Lecture lecture;
    LabDriver lab({lecture.path, 1024, 768});
    const std::string before = document_text(lab.probe());
    lab.press("F5");
    lab.until("the first step", [](const Json& now) { return is_presenting(now); });
    lab.picture("presenting-1024-1");
    lab.press("Next");
    lab.until("the next step", [](const Json& now) { return step(now) == 2; });
    lab.type("13");
    lab.until("the digits", [](const Json& now) { return now["presenting"]["digits"] == "13"; });
    lab.press("Return");
    lab.until("the jump", [](const Json& now) { return step(now) == 13; });
    lab.picture("presenting-1024-13");
    lab.press("b");
    lab.until("the black screen", [](const Json& now) { return now["presenting"]["blank"] == 1; });
    lab.press("Next");
    const Json shown = lab.until("the step again",
                                 [](const Json& now) { return now["presenting"]["blank"] == 0; });
    EXPECT_EQ(step(shown), 13) << "a key that ends the blank screen does not step";

    lab.press("Home");
    lab.until("the first step", [](const Json& now) { return step(now) == 1; });
    type_over(lab, "5");
    lab.press("Next");
    lab.until("the next step", [](const Json& now) { return step(now) == 2; });
    const Json changed = lab.settled();
    EXPECT_EQ(number(changed, "X", 0, 1), 5) << "what was typed is entered";
    EXPECT_EQ(difference_from_elsewhere(changed), "");
    lab.press("r");
    lab.until("the reset", [&](const Json& now) { return document_text(now) == before; });
    type_over(lab, "6");
    lab.press("Return");
    lab.until("the number", [](const Json& now) { return number(now, "X", 0, 1) == 6; });
    lab.press("Escape");
    const Json left = lab.until("the end", [](const Json& now) { return !is_presenting(now); });
    EXPECT_EQ(document_text(left), before);
    lab.press("ctrl+z");
    lab.until("undo to bring the number back",
              [](const Json& now) { return number(now, "X", 0, 1) == 6; });
    EXPECT_TRUE(lecture.is_untouched());
    EXPECT_EQ(lab.quit(), "");
}

TEST(Presenting, GivesAWholeLessonWhileCellsAreTypedOver) {
    const Lecture lecture;
    LabDriver lab({lecture.path, 1920, 1080});
    open_lesson(lab, "notebook three");
    const auto lesson_step = [](const Json& now) { return now["lesson"]["step"].get<int>(); };
    lab.press("F5");
    lab.until("the first step", [](const Json& now) { return is_presenting(now); });
    std::vector<std::string> documents;
    constexpr int steps = 8;
    for (int at = 0; at < steps; ++at) {
        const Json now = lab.until("step " + std::to_string(at),
                                   [&](const Json& json) { return lesson_step(json) == at; });
        documents.push_back(document_text(lab.settled()));
        EXPECT_EQ(difference_from_elsewhere(lab.probe()), "");
        lab.picture("lesson-1920-" + std::to_string(at + 1));
        if (now["cells"].contains("X"))
            type_over(lab, "9");
        lab.press("Next");
        for (int more = 0; more < 2 && at + 1 < steps && lesson_step(lab.settled()) == at; ++more)
            lab.press("Next"); // a question is answered first
    }
    lab.press("2");
    lab.until("the digit", [](const Json& now) { return now["presenting"]["digits"] == "2"; });
    lab.press("Return");
    lab.until("the jump", [&](const Json& now) { return lesson_step(now) == 1; });
    lab.press("Prior");
    lab.until("the step before", [&](const Json& now) { return lesson_step(now) == 0; });
    EXPECT_EQ(document_text(lab.settled()), documents[0]) << "the step finished, as it was";
    type_over(lab, "4");
    lab.press("Return");
    lab.until("the number", [](const Json& now) { return number(now, "X", 0, 1) == 4; });
    lab.press("r");
    lab.until("the reset", [&](const Json& now) { return document_text(now) == documents[0]; });
    lab.press("w");
    lab.until("the white screen", [](const Json& now) { return now["presenting"]["blank"] == 2; });
    lab.press("w");
    lab.until("the step again", [](const Json& now) { return now["presenting"]["blank"] == 0; });
    lab.press("Escape");
    lab.until("the end", [](const Json& now) { return !is_presenting(now); });
    EXPECT_TRUE(lecture.is_untouched());
    EXPECT_EQ(lab.quit(), "");
}

TEST(Presenting, LightsAPhraseAndItsFrameUnderThePointer) {
    const Lecture lecture;
    LabDriver lab({lecture.path, 1366, 768});
    open_lesson(lab, "notebook three");
    lab.press("F5");
    lab.until("the first step", [](const Json& now) { return is_presenting(now); });
    const auto has = [&](const char* name) { return lab.settled()["controls"].contains(name); };
    for (int at = 0; at < 8 && !(has("lesson.phrase.1") && has("lesson.place.1")); ++at)
        lab.press("Next");
    ASSERT_TRUE(has("lesson.phrase.1"));
    const Area phrase = lab.control("lesson.phrase.1"), place = lab.control("lesson.place.1");
    const auto picture_at = [&](int x, int y) {
        lab.move_to(x, y);
        lab.settled();
        return lab.picture("presenting-phrase-1366");
    };
    lab.press("o"); // no ring around the pointer
    const Picture plain = picture_at(5, 5);
    EXPECT_EQ(lab.probe()["lesson"]["lit"], 0);
    const Picture of_phrase = picture_at(phrase.x + phrase.width / 2, phrase.y + 5);
    EXPECT_EQ(lab.probe()["lesson"]["lit"], 1);
    EXPECT_GT(differing_pixels(plain, of_phrase, place), 20) << "its frame is thicker";
    EXPECT_GT(differing_pixels(plain, of_phrase, phrase), 5) << "and so is the line below it";
    const Picture of_place = picture_at(place.x + 3, place.y + 3);
    EXPECT_EQ(lab.probe()["lesson"]["lit"], 1);
    EXPECT_GT(differing_pixels(plain, of_place, phrase), 5);
    lab.press("Escape");
    lab.until("the window", [](const Json& now) { return !is_presenting(now); });
    EXPECT_EQ(lab.quit(), "");
}

TEST(Presenting, ARingMarksThePointer) {
    LabDriver lab({"the-cat-chased-the-mouse", 1366, 700});
    lab.press("F5");
    lab.until("the first step", [](const Json& now) { return is_presenting(now); });
    const Area there{1240, 20, 80, 60}; // an empty part of the page
    const auto seen_with_pointer_at = [&](int x, int y) {
        lab.move_to(x, y);
        lab.settled();
        return lab.picture("presenting-ring-1366");
    };
    const Picture ring = seen_with_pointer_at(1280, 50);
    const Picture away = seen_with_pointer_at(60, 650);
    EXPECT_GT(differing_pixels(ring, away, there), 800) << "it is seen, and follows the pointer";
    lab.press("o");
    lab.settled();
    const Picture without = seen_with_pointer_at(1280, 50);
    EXPECT_LT(differing_pixels(without, away, there), 20);
    lab.press("Escape");
    lab.until("the window", [](const Json& now) { return now["presenting"].is_null(); });
    EXPECT_EQ(lab.quit(), "");
}

} // namespace attn::presenting_test
