// SPDX-License-Identifier: MIT
// A lesson of four steps is written by keyboard alone and by mouse: with an own sentence, a typed
// number, a cover, a question, a pin and notes. It is saved, opened again, presented and exported.
#include "core/io/document/lesson.h"
#include "core/io/document/library.h"
#include "core/io/journal/file.h"
#include "tests/support/lab_driver.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <string>

namespace attn::lesson_writing_test {

using namespace test;

namespace {

constexpr int field_title = 2, field_text = 3; // LessonField::Kind

bool writes(const Json& now) {
    return now["writing"].is_object();
}
std::function<bool(const Json&)> has_steps(std::size_t count) {
    return [count](const Json& now) {
        return writes(now) && now["writing"]["titles"].size() == count;
    };
}
std::function<bool(const Json&)> is_in(int field) {
    return [field](const Json& now) { return writes(now) && now["writing"]["field"] == field; };
}

/// Turns the wheel over the editor until the control can be clicked.
void reach(LabDriver& lab, const std::string& name) {
    lab.move_to(1300, 400);
    for (int turn = 0; turn < 20; ++turn) {
        const Area area = lab.control(name);
        if (area.y > 90 && area.y + area.height < 680)
            return;
        lab.turn_wheel(area.y > 90 ? -2 : 2);
        lab.settled();
    }
}

/// Edits a copy of the opened lesson of two steps, and opens its last step.
void edit_last_of_two_steps(LabDriver& lab) {
    lab.until("the lesson", [](const Json& now) { return now["lesson"].is_object(); });
    lab.settled();
    lab.choose_by_name("Edit a copy of the lesson");
    lab.until("the editor", has_steps(2));
    lab.settled();
    reach(lab, "writing.step.2");
    lab.click(lab.control("writing.step.2"));
    lab.until("the last step", [](const Json& now) { return now["lesson"]["step"] == 1; });
    lab.settled();
}

LabDriver::Setup at_start(int width, int height) {
    LabDriver::Setup setup;
    setup.document = "";
    setup.screen_width = width;
    setup.screen_height = height;
    return setup;
}

/// Checks the saved file: it is told, it is the same when it is written again, and the program
/// exports it.
void expect_saved(const std::string& path, const TempDir& folder) {
    const auto file = attn::io::open_lesson_file(path);
    ASSERT_TRUE(file) << file.error().text();
    const attn::Lesson& lesson = file->opened.lesson;
    EXPECT_EQ(attn::io::write_lesson(lesson), file->bytes);
    ASSERT_EQ(lesson.steps.size(), 4U);
    EXPECT_EQ(file->opened.documents[0].tokens.size(), 4U);
    EXPECT_EQ(lesson.steps[1].commands.size(), 1U) << "a typed number";
    EXPECT_EQ(file->opened.documents[2].covers.size(), 1U);
    EXPECT_TRUE(lesson.steps[3].question);
    EXPECT_FALSE(lesson.steps[3].text.pinned.empty());
    EXPECT_FALSE(lesson.steps[3].notes.source.empty());
    const Printed checked = run_lab({"lesson", "check", path});
    EXPECT_EQ(checked.code, 0) << checked.errors;
    const std::string slides = folder / "ours.pdf";
    const Printed made = run_lab({"lesson", "export", path, slides});
    EXPECT_EQ(made.code, 0) << made.errors;
    EXPECT_TRUE(attn::io::read_file(slides));
}

/// Opens the saved lesson in another window, where nothing is to be saved, and presents it.
void expect_presented(const std::string& path) {
    LabDriver lab({path, 1366, 768});
    lab.until("the lesson", [](const Json& now) { return now["lesson"].is_object(); });
    lab.settled();
    lab.choose_by_name("Edit a copy of the lesson");
    const Json now = lab.until("the editor", writes);
    EXPECT_EQ(now["writing"]["titles"].size(), 4U);
    EXPECT_EQ(now["writing"]["faults"], Json::array());
    EXPECT_FALSE(now["writing"]["is_unsaved"].get<bool>());
    EXPECT_EQ(now["writing"]["path"], path);
    lab.press("Escape");
    lab.press("Next");
    lab.until("the second step", [](const Json& is) { return is["lesson"]["step"] == 1; });
    lab.press("F5");
    lab.until("the page", [](const Json& is) { return is["presenting"].is_object(); });
    EXPECT_EQ(lab.settled()["lesson"]["step"], 1) << "from the open step";
    lab.press("Right");
    lab.until("the next page", [](const Json& is) { return is["lesson"]["step"] == 2; });
    lab.settled();
    lab.press("Escape");
    lab.until("the editor again", [](const Json& is) { return is["presenting"].is_null(); });
    EXPECT_TRUE(writes(lab.settled()));
    EXPECT_EQ(lab.quit(), "");
}

} // namespace

TEST(LessonWriting, ByKeyboardAlone) {
    const TempDir folder;
    const std::string path = folder / "ours.lesson";
    {
        LabDriver lab(at_start(1366, 768));
        lab.type("green tea is hot");
        lab.press("Return");
        lab.until("the document", [](const Json& now) { return now["start"].is_null(); });
        lab.settled();
        lab.choose_by_name("Write a lesson");
        lab.until("the title", is_in(field_title));
        lab.type("Four words");
        lab.press("Tab");
        lab.type("It begins with {token[0]} and ends with {token[3]}.");
        lab.until("the text", [](const Json& now) {
            return now["writing"]["text"] == "It begins with {token[0]} and ends with {token[3]}.";
        });
        lab.press("Escape"); // to the canvas
        lab.press("Tab");    // its first input
        lab.until("an input", [](const Json& now) { return now["view"]["selected"] == "X[0,0]"; });
        lab.type("7.31");
        lab.press("Return");
        lab.until("the number", [](const Json& now) { return number(now, "X", 0, 0) == 7.31; });
        lab.press("Escape");
        lab.press("ctrl+shift+Return");
        lab.until("two steps", has_steps(2));
        lab.type("One number");
        lab.press("Tab");
        lab.type("Now it is 7.31");
        lab.until("an offer", [](const Json& now) {
            return now["writing"]["link"].get<std::string>().starts_with("7.31 is ");
        });
        lab.settled();
        lab.picture("lesson-writing-offer-1366");
        lab.press("Return");
        lab.type(".");
        lab.until("its place",
                  [](const Json& now) { return now["writing"]["text"] == "Now it is {X[0,0]}."; });
        lab.press("Escape");
        lab.press("Tab");
        lab.press("shift+c"); // c alone begins a formula on an input
        lab.until("a cover", [](const Json& now) { return now["document"].contains("covers"); });
        lab.press("ctrl+shift+Return");
        lab.until("three steps", has_steps(3));
        lab.type("What was it?");
        lab.press("Tab");
        lab.type("Guess the first number.");
        lab.press("ctrl+shift+Return");
        lab.until("four steps", has_steps(4));
        lab.type("A question");
        lab.press("Tab");
        lab.type("Look at {pin weights[0,:]}its row.");
        lab.press("Tab"); // what the question asks for
        lab.press("Right");
        lab.press("Right"); // a word
        lab.press("Tab");
        lab.type("Which word is largest?");
        lab.press("Tab");
        lab.until("the line", [](const Json& now) {
            return now["writing"]["field_text"] == "largest weights[0,:]";
        });
        lab.press("Tab"); // a hint
        lab.press("Tab"); // the notes
        lab.type("Let them guess.");
        const Json now = lab.settled();
        EXPECT_EQ(now["writing"]["faults"], Json::array());
        lab.picture("lesson-writing-keys-1366");
        lab.press("alt+Up");
        lab.until("the third", [](const Json& is) { return is["writing"]["step"] == 2; });
        lab.press("ctrl+z");
        lab.until("the fourth", [](const Json& is) { return is["writing"]["step"] == 3; });
        lab.press("ctrl+s");
        lab.until("the dialog",
                  [](const Json& is) { return is["controls"].contains("file.line"); });
        lab.press("ctrl+a");
        lab.type(path);
        lab.press("Return");
        lab.until("the file", [&](const Json& is) { return is["writing"]["path"] == path; });
        EXPECT_FALSE(lab.settled()["writing"]["is_unsaved"].get<bool>());
    }
    expect_saved(path, folder);
    expect_presented(path);
}

TEST(LessonWriting, ByMouse) {
    const TempDir folder;
    const std::string path = folder / "ours.lesson";
    {
        LabDriver lab(at_start(1366, 768));
        lab.type("green tea is hot");
        lab.until("the sentence",
                  [](const Json& now) { return now["start"]["sentence"] == "green tea is hot"; });
        lab.settled();
        lab.click(lab.control("start.make"));
        lab.until("the document", [](const Json& now) { return now["start"].is_null(); });
        lab.settled();
        lab.choose("Teach", "write.new");
        lab.until("the editor", writes);
        lab.settled();
        lab.click(lab.control("writing.text"));
        lab.until("the text", is_in(field_text));
        lab.type("The first weight is ");
        lab.settled();
        lab.click(lab.cell("weights", 0, 0));
        lab.until("its place", [](const Json& now) {
            return now["writing"]["text"] == "The first weight is {weights[0,0]}";
        });
        EXPECT_TRUE(lab.settled()["view"]["selected"].is_null()) << "nothing is selected by it";
        lab.type(".");
        // A number is dragged on the canvas, which the list of steps leaves alone.
        lab.click(lab.control("writing.step.1"));
        lab.settled();
        const Area cell = lab.cell("X", 0, 0);
        lab.move_to(cell.x + cell.width / 2, cell.y + cell.height / 2);
        lab.press_button();
        lab.move_to(cell.x + cell.width / 2 + 30, cell.y + cell.height / 2);
        lab.move_to(cell.x + cell.width / 2 + 60, cell.y + cell.height / 2);
        lab.release_button();
        lab.settled();
        lab.click(lab.control("write.add"));
        lab.until("two steps", has_steps(2));
        lab.type("A drag");
        lab.settled();
        lab.click(lab.cell("weights", 1, 2));
        lab.until("a number",
                  [](const Json& now) { return now["view"]["selected"] == "weights[1,2]"; });
        lab.choose("Explain", "explain.cover");
        lab.until("a cover", [](const Json& now) { return now["document"].contains("covers"); });
        lab.settled();
        lab.click(lab.control("write.add"));
        lab.until("three steps", has_steps(3));
        lab.type("A cover");
        lab.settled();
        lab.click(lab.control("write.add"));
        lab.until("four steps", has_steps(4));
        lab.type("A question");
        lab.settled();
        lab.click(lab.control("writing.text"));
        lab.until("the text", is_in(field_text));
        lab.hold("alt");
        lab.click(lab.cell("weights", 0, 1));
        lab.let_go("alt");
        lab.until("a pin",
                  [](const Json& now) { return now["writing"]["text"] == "{pin weights[0,1]}"; });
        lab.type("This weight matters.");
        lab.settled();
        lab.picture("lesson-writing-mouse-1366");
        reach(lab, "writing.asks");
        lab.click(lab.control("writing.asks"));
        lab.until("the list",
                  [](const Json& is) { return is["controls"].contains("writing.asks.4"); });
        lab.settled();
        lab.picture("lesson-writing-list-1366");
        lab.click(lab.control("writing.asks.4")); // a number
        lab.until("its field",
                  [](const Json& is) { return is["controls"].contains("writing.place"); });
        lab.settled();
        reach(lab, "writing.ask");
        lab.click(lab.control("writing.ask"));
        lab.type("How large is it?");
        lab.settled();
        reach(lab, "writing.place");
        lab.click(lab.control("writing.place"));
        lab.settled();
        lab.click(lab.cell("weights", 0, 1));
        lab.until("the place",
                  [](const Json& now) { return now["writing"]["field_text"] == "weights[0,1]"; });
        EXPECT_TRUE(lab.settled()["controls"].contains("writing.answer_now"));
        lab.picture("lesson-writing-question-1366");
        reach(lab, "writing.notes");
        lab.click(lab.control("writing.notes"));
        lab.type("Wait for it.");
        const Json now = lab.settled();
        EXPECT_EQ(now["writing"]["faults"], Json::array());
        lab.picture("lesson-writing-notes-1366");
        lab.click(lab.control("write.save"));
        lab.until("the dialog",
                  [](const Json& is) { return is["controls"].contains("file.line"); });
        lab.press("ctrl+a");
        lab.type(path);
        lab.settled();
        lab.click(lab.control("file.accept"));
        lab.until("the file", [&](const Json& is) { return is["writing"]["path"] == path; });
    }
    expect_saved(path, folder);
    expect_presented(path);
}

namespace {

void take_hold(LabDriver& lab, const std::string& name) {
    const Area from = lab.control(name);
    lab.move_to(from.x + from.width / 3, from.y + from.height / 2);
    lab.press_button();
    lab.settled();
}
/// Moves in small steps, as a hand does.
void drag_to(LabDriver& lab, const Area& to) {
    for (int part = 1; part <= 4; ++part)
        lab.move_to(to.x + to.width / 3, to.y + to.height / 2 + 4 - part);
}

} // namespace

TEST(LessonWriting, ATextIsFormattedByTheBarAboveIt) {
    LabDriver lab({"three-inputs", 1366, 768});
    lab.choose("Teach", "write.new");
    lab.until("the editor", writes);
    lab.settled();
    lab.click(lab.control("writing.text"));
    lab.until("the text", is_in(field_text));
    lab.type("Every row of W_Q");
    const auto has_text = [](const char* text) {
        return [text](const Json& now) { return now["writing"]["text"] == text; };
    };
    lab.until("it is typed", has_text("Every row of W_Q"));
    lab.settled();
    lab.click(lab.control("writing.text.lowered"));
    lab.until("it is lowered", has_text("Every row of W_{Q}"));
    lab.press("ctrl+a");
    lab.settled();
    lab.click(lab.control("writing.text.bold"));
    lab.until("it is bold", has_text("**Every row of W_{Q}**"));
    lab.settled();
    lab.click(lab.control("writing.text.list"));
    lab.until("it is an item", has_text("- **Every row of W_{Q}**"));
    lab.press("ctrl+End");
    lab.press("Return");
    lab.type("x");
    lab.settled();
    lab.click(lab.control("writing.text.code"));
    lab.until("it is code", has_text("- **Every row of W_{Q}**\n- `x`"));
    lab.settled();
    lab.picture("lesson-writing-formats-1366");
    lab.press("ctrl+z");
    lab.until("it was code", has_text("- **Every row of W_{Q}**\n- x"));
    // The list is closed by Esc and by a click elsewhere, and nothing is chosen.
    for (const bool by_key : {true, false}) {
        reach(lab, "writing.asks");
        lab.click(lab.control("writing.asks"));
        lab.until("the list",
                  [](const Json& now) { return now["controls"].contains("writing.asks.2"); });
        if (by_key)
            lab.press("Escape");
        else
            lab.click(lab.cell("weights", 0, 0));
        lab.until("it is closed",
                  [](const Json& now) { return !now["controls"].contains("writing.asks.2"); });
    }
    lab.settled();
    lab.click(lab.control("writing.asks"));
    lab.until("the list",
              [](const Json& now) { return now["controls"].contains("writing.asks.2"); });
    lab.press("Down");
    lab.press("Return");
    lab.until("a choice", [](const Json& now) {
        return now["controls"].contains("writing.choice.1") &&
               !now["controls"].contains("writing.asks.2");
    });
    lab.settled();
    lab.picture("lesson-writing-to-do-1366");
    EXPECT_EQ(lab.quit(), "");
}

TEST(LessonWriting, StepsAreDraggedInTheirList) {
    const TempDir folder;
    std::string steps;
    for (const char* title : {"A", "B", "C", "D", "E", "F", "G", "H"})
        steps += std::string(steps.empty() ? "" : ", ") + R"({"title": ")" + title +
                 R"(", "text": "A text."})";
    const std::string file =
        folder.file("ours.lesson",
                    R"({"title": "Letters", "preset": "three-inputs", "steps": [)" + steps + "]}");
    LabDriver lab({file, 1366, 768});
    lab.until("the lesson", [](const Json& now) { return now["lesson"].is_object(); });
    lab.settled();
    lab.choose_by_name("Edit a copy of the lesson");
    lab.until("the editor", writes);
    const auto titles = [&] {
        std::string all;
        for (const Json& title : lab.settled()["writing"]["titles"])
            all += title.get<std::string>();
        return all;
    };
    lab.settled();
    reach(lab, "writing.step.1");

    const int place = lab.control("writing.step.2").y;
    take_hold(lab, "writing.step.2");
    EXPECT_EQ(lab.control("writing.step.2").y, place) << "what is held stays under the pointer";
    drag_to(lab, lab.control("writing.step.4"));
    lab.picture("lesson-writing-drag");
    EXPECT_EQ(titles(), "ABCDEFGH") << "it moves when the button is let go";
    lab.release_button();
    EXPECT_EQ(titles(), "ACDBEFGH");
    EXPECT_EQ(lab.settled()["lesson"]["step"], 3) << "it is the open step";

    take_hold(lab, "writing.step.4");
    drag_to(lab, lab.control("writing.step.1"));
    lab.release_button();
    EXPECT_EQ(titles(), "BACDEFGH");
    lab.press("ctrl+z");
    EXPECT_EQ(titles(), "ACDBEFGH") << "each drag is one step of undo";

    take_hold(lab, "writing.step.2"); // below the list, which scrolls to its end
    const Area row = lab.control("writing.step.6");
    for (int part = 1; part <= 6; ++part)
        lab.move_to(row.x + row.width / 3, row.y + row.height + 10 * part);
    lab.release_button();
    EXPECT_EQ(titles(), "ADBEFGHC");

    take_hold(lab, "writing.step.8");
    drag_to(lab, lab.control("writing.step.5"));
    lab.press("Escape");
    lab.settled();
    lab.release_button();
    EXPECT_EQ(titles(), "ADBEFGHC") << "Esc lets go where it was";

    lab.click(lab.control("writing.step.5"));
    EXPECT_EQ(titles(), "ADBEFGHC") << "a click moves nothing";
    EXPECT_EQ(lab.settled()["lesson"]["step"], 4);
}

TEST(LessonWriting, TheLastStepIsRemovedByMouse) {
    const TempDir folder;
    const std::string file = folder.file("ours.lesson",
                                         R"({"title": "Steps", "preset": "three-inputs", "steps": [
            {"title": "The first of two steps of this lesson", "text": "A text."},
            {"title": "The last step, whose title is long", "text": "A text.", "question":
              {"ask": "Which one of these is it?", "choices": ["a", "b"], "answer": "a"}}]})");
    LabDriver lab({file, 1366, 768});
    edit_last_of_two_steps(lab);
    lab.click(lab.control("write.remove"));
    lab.until("one step", has_steps(1));
    lab.press("ctrl+z");
    lab.until("it is back", has_steps(2));
}

TEST(LessonWriting, AnAnswerIsCoveredUntilItIsGiven) {
    const TempDir folder;
    const std::string file =
        folder.file("ours.lesson",
                    R"({"title": "Question", "preset": "three-inputs", "steps": [
            {"title": "Before", "text": "A text."},
            {"title": "Asked", "text": "A text.", "question":
              {"ask": "How much?", "number": "weights[1,2]"}}]})");
    LabDriver lab({file, 1366, 768});
    edit_last_of_two_steps(lab);
    const auto covers = [](const Json& now) {
        return now["document"].value("covers", Json::array());
    };
    EXPECT_EQ(covers(lab.settled()), Json::array());
    lab.choose_by_name("Cover the answer");
    lab.until("it is covered",
              [&](const Json& now) { return covers(now) == Json::array({"weights[1,2]"}); });
    lab.choose_by_name("Present");
    lab.settled();
    lab.press("Next"); // tells the answer
    lab.until("the window shows the answer", [&](const Json& now) { return covers(now).empty(); });
    lab.press("Escape");
    lab.settled();
    EXPECT_EQ(covers(lab.settled()), Json::array({"weights[1,2]"})) << "the step is as written";
}

TEST(LessonWriting, OfOtherSizesSaysWhichPlacesAreGoneAndKeepsThem) {
    const TempDir folder;
    const std::string file = folder.file("ours.lesson", R"({
        "title": "Our words",
        "document": {"format": "attention-lab", "version": [2, 0],
                     "model": {"kind": "attention", "projections": "none"},
                     "lists": {"words": ["green", "tea"]}, "inputs": {"X": [[1, 2], [3, 4]]}},
        "steps": [{"title": "Words", "text": "Look at {weights[2,0]}.",
                   "view": {"marked": ["weights[3,0]"]}},
                  {"title": "More", "text": "Its head gives {weights/1[0,0]}."}]})");
    LabDriver lab({"the-cat-chased-the-mouse", 1024, 768});
    lab.press("ctrl+o");
    lab.until("the dialog", [](const Json& is) { return is["controls"].contains("file.line"); });
    lab.type(file);
    lab.press("Return");
    lab.until("the question", [](const Json& now) { return !now["question"].is_null(); });
    lab.settled();
    lab.picture("lesson-writing-faulty-question-1024");
    lab.click(lab.control("choice/write"));
    const Json now = lab.until("the editor", writes);
    const std::string faults = now["writing"]["faults"].dump();
    for (const char* place :
         {"1 text: {weights[2,0]}", "1 view.marked[0]", "weights[3,0]", "2 text: {weights/1[0,0]}"})
        EXPECT_NE(faults.find(place), std::string::npos) << place << " in " << faults;
    EXPECT_EQ(now["writing"]["text"], "Look at {weights[2,0]}.") << "it is kept";
    EXPECT_FALSE(lab.settled()["controls"].contains("file.line")) << "the dialog is closed";
    EXPECT_FALSE(now["writing"]["is_unsaved"].get<bool>());
    lab.settled();
    lab.picture("lesson-writing-faulty-1024");
    lab.press("Escape");
    lab.choose_by_name("Dark theme");
    lab.settled();
    lab.picture("lesson-writing-faulty-dark-1024");
    EXPECT_EQ(lab.quit(), "");
}

} // namespace attn::lesson_writing_test
