// SPDX-License-Identifier: MIT
// Every lesson opens, each step applies, each number in its text is evaluated, and its pages are
// readable.
#include "core/document/model/sheet.h"
#include "core/figure/canvas/canvas.h"
#include "core/figure/canvas/place_rect.h"
#include "core/figure/pages/step_figure.h"
#include "core/io/document/lesson.h"
#include "core/io/document/library.h"
#include "core/io/journal/file.h"
#include "tests/support/page_texts.h"

#include <gtest/gtest.h>

#include <set>

using namespace attn;

namespace {

std::vector<std::string> names() {
    std::vector<std::string> list;
    const auto all = io::lessons();
    EXPECT_TRUE(all) << all.error().text();
    for (const io::LessonName& lesson : *all) {
        EXPECT_FALSE(lesson.fault) << lesson.fault->text();
        list.push_back(lesson.name);
    }
    return list;
}

/// Reads a lesson whose only step has this text. Returns the error.
std::string read_fault(const std::string& text) {
    const std::string file = R"({"title": "A lesson", "preset": "four-words", "steps": [
        {"title": "One step", "text": ")" +
                             text + R"("}]})";
    auto lesson = io::read_lesson(file, "test.json");
    if (!lesson)
        return lesson.error().text();
    const auto opened = io::opened(*lesson, io::open_document);
    return opened ? "" : opened.error().text();
}

} // namespace

TEST(Lessons, CoverEachPresetAndTwelveMoments) {
    const auto list = names();
    const std::set<std::string> all(list.begin(), list.end());
    const auto presets = io::presets();
    ASSERT_TRUE(presets);
    for (const io::Preset& preset : *presets)
        EXPECT_TRUE(all.count(preset.name)) << preset.name << " has no lesson";
    EXPECT_GE(all.size(), presets->size() + 12);
}

TEST(Lessons, PresetsAreSortedAsTheyAreTaught) {
    auto presets = io::presets();
    const auto lessons = io::lessons();
    ASSERT_TRUE(presets && lessons);
    presets->insert(presets->begin(), {"of-no-lesson", "", "", false, {}});
    io::sort_as_taught(*presets, *lessons);
    EXPECT_EQ(presets->front().name, "the-cat-chased-the-mouse");
    EXPECT_EQ((*presets)[1].name, "three-inputs");
    EXPECT_EQ(presets->back().name, "of-no-lesson");
}

TEST(Lessons, OpenWithEveryStepAndEveryNumber) {
    for (const std::string& name : names()) {
        const auto opened = io::open_lesson(name);
        ASSERT_TRUE(opened) << name << ": " << opened.error().text();
        ASSERT_EQ(opened->documents.size(), opened->lesson.steps.size());
        View view;
        for (std::size_t at = 0; at < opened->documents.size(); ++at) {
            const LessonStep& step = opened->lesson.steps[at];
            view.numbers = {};
            view = view_of(step, view);
            const auto prose =
                filled(*opened, at, step.text, opened->documents[at], opened->traces[at], view);
            ASSERT_TRUE(prose) << name << ": " << prose.error().text();
            const std::string text = to_text(*prose);
            EXPECT_EQ(text.find('{'), std::string::npos) << name << ": " << text;
            for (const attn::Run& run : *prose)
                EXPECT_TRUE(run.tone != Tone::Number || run.text != "NaN") << name << ": " << text;
            EXPECT_GT(text.size(), 40U) << name << ": " << text;
        }
        const auto notes = speaker_notes(*opened);
        ASSERT_TRUE(notes) << notes.error().text();
        EXPECT_TRUE(notes->starts_with("# " + to_text(Prose{{opened->lesson.title}}))) << *notes;
    }
}

TEST(Lessons, PointAtPlacesOnTheCanvas) {
    for (const std::string& name : names()) {
        const auto opened = io::open_lesson(name);
        ASSERT_TRUE(opened) << name << ": " << opened.error().text();
        View view;
        for (std::size_t at = 0; at < opened->documents.size(); ++at) {
            const LessonStep& step = opened->lesson.steps[at];
            const Document& document = opened->documents[at];
            view = view_of(step, view);
            EXPECT_FALSE(step.text.pinned.empty()) << name << ", step " << at + 1;
            const auto canvas =
                figure::canvas(document, opened->traces[at], view, {figure::Size{1600, 900}});
            for (const Region& place : step.text.pinned)
                EXPECT_TRUE(figure::place_rect(canvas, document, place))
                    << name << ", step " << at + 1 << ": " << to_text(place);
        }
    }
}

TEST(Lessons, AreGroupedInTeachingOrder) {
    const auto list = io::lessons();
    ASSERT_TRUE(list);
    std::set<std::string> groups;
    std::string group;
    Index order = 0;
    for (const io::LessonName& lesson : *list) {
        EXPECT_GT(lesson.order, order) << lesson.name << " has no place of its own";
        order = lesson.order;
        if (lesson.group != group) {
            EXPECT_TRUE(groups.insert(lesson.group).second) << lesson.group << " stands twice";
        }
        group = lesson.group;
        EXPECT_FALSE(group.empty()) << lesson.name;
        EXPECT_GT(lesson.steps, 0U) << lesson.name;
        EXPECT_GE(lesson.minutes, 1) << lesson.name;
    }
}

TEST(Lessons, AMissingPlaceIsNamedWithItsLessonAndStep) {
    const auto fault = [](const std::string& place) {
        const std::string file = R"({"title": "A lesson", "preset": "four-words", "steps": [
            {"title": "A", "text": "B"}, {"title": "C", "text": "{pin )" +
                                 place + R"(}D"}]})";
        auto lesson = io::read_lesson(file, "test.json");
        if (!lesson)
            return lesson.error().text();
        lesson->name = "mine";
        const auto opened = io::opened(*lesson, io::open_document);
        return opened ? std::string() : opened.error().text();
    };
    for (const char* place : {"weights", "weights[1,2]", "weights[1,:]", "weights[:,3]",
                              "weights[0:2,1:4]", "W_Q/0", "weighted_values[1,2,:]"})
        EXPECT_EQ(fault(place), "") << place;
    for (const char* place : {"weights[4,0]", "weights[4,:]", "weights[:,4]", "weights[0:5,:]",
                              "weights/1", "masked/2[0,0]", "joined[0,9]"}) {
        const std::string said = fault(place);
        EXPECT_NE(said.find("mine, step 2"), std::string::npos) << said;
        EXPECT_NE(said.find(place), std::string::npos) << said;
    }
    for (const char* place : {"wieghts", "weights[1]", "weights[1,2", "weights[2:1,0]",
                              "weights[a,0]", "weights[0,1,2]", "weighted_values[1,2]", ""})
        EXPECT_NE(fault(place), "") << place;
}

TEST(Lessons, FitTheirPages) {
    for (const std::string& name : names()) {
        const auto opened = io::open_lesson(name);
        ASSERT_TRUE(opened);
        View view;
        view.theme = ThemeName::Projector;
        for (std::size_t at = 0; at < opened->documents.size(); ++at) {
            const LessonStep& step = opened->lesson.steps[at];
            const Document& document = opened->documents[at];
            view.numbers = {};
            view = view_of(step, view);
            view.marked = step.view.marked;
            figure::Page page = figure::page_of_lesson(
                *opened, at, document, view,
                *filled(*opened, at, step.text, document, opened->traces[at], view));
            page.hints = {"step 1 / 9", "PgUp / PgDn"};
            if (step.question) {
                const auto question = asked(*opened, at, document, opened->traces[at], view);
                ASSERT_TRUE(question) << name;
                page.question = figure::PageQuestion{question->ask, {}, {}, question->hints};
                for (const attn::Choice& choice : question->choices)
                    page.question->choices.push_back({choice.text});
            }
            for (const figure::Size size :
                 {figure::Size{1024, 768}, figure::Size{1366, 768}, figure::Size{1920, 1080}}) {
                const auto drawn =
                    figure::page_figure(document, opened->traces[at], view, page, {size});
                EXPECT_EQ(attn::test::text_faults(drawn, figure::page_unit(size)), "")
                    << name << ", step " << at + 1 << ", " << size.width;
            }
        }
    }
}

TEST(Lessons, ATypedDigitIsRefused) {
    EXPECT_EQ(read_fault("The rows of **{token[0]}** sum to {#1}, as W_{Q} says."), "");
    EXPECT_EQ(read_fault("Its weight is {weights[0,1]|percent} or {weights[0,1]|3}."), "");
    for (const char* text : {"The weight is 0.28.", "It is 28 percent.", "Half is ½.",
                             "W_{2} is typed.", "{#0.5}", "{#12345}", "{#-1}"})
        EXPECT_NE(read_fault(text), "") << text;
}

TEST(Lessons, ADeadPlaceIsRefused) {
    for (const char* text :
         {"{weights[0,9]}", "{token[4]}", "{weights/3[0,0]}", "{wieghts[0,0]}", "{row_sum weights}",
          "{row_sum weights[9]}", "{weights[0,0]|many}", "{was weights[0,0]}", "{weights[0,0]"})
        EXPECT_NE(read_fault(text), "") << text;
}

TEST(Lessons, AStepBelongsToTheOpenLayer) {
    const auto opened = [](const std::string& views) {
        const std::string file =
            R"({"title": "A lesson", "preset": "induction", "steps": [)" + views + "]}";
        return io::opened(*io::read_lesson(file, "test.json"), io::open_document);
    };
    const auto step = [](const std::string& view) {
        return R"({"title": "A", "text": "B", "view": )" + view + "}";
    };
    const auto lesson =
        opened(step(R"({"step": "softmax"})") + "," + step(R"({"step": "mix", "layer": 1})") + "," +
               step(R"({"step": "embed"})") + "," + step(R"({"step": "mix", "layer": 0})"));
    ASSERT_TRUE(lesson) << lesson.error().text();
    for (const auto& [at, part] : {std::pair(0U, 0), {1U, 1}, {2U, 1}, {3U, 0}}) {
        const Document& document = lesson->documents[at];
        const auto shown = shown_step(lesson->lesson, at, document);
        EXPECT_EQ(shown->part, part) << at;
        EXPECT_EQ(figure::picture_of(document, *shown).part, part);
    }
    EXPECT_EQ(formula(lesson->documents[1], *shown_step(lesson->lesson, 1, lesson->documents[1])),
              formula(lesson->documents[1], {StepKind::Mix, false, 1}));
    const auto fault = [&](const std::string& view) {
        const auto refused = opened(step(R"({"step": "mix"})") + "," + step(view));
        return refused ? std::string() : refused.error().text();
    };
    EXPECT_NE(fault(R"({"step": "mix", "layer": 2})")
                  .find("step 2, view.layer: there is no layer 2; the layers are 0 to 1"),
              std::string::npos)
        << fault(R"({"step": "mix", "layer": 2})");
    EXPECT_NE(fault(R"({"step": "mix", "cross": true})").find("view.cross"), std::string::npos);
    EXPECT_NE(fault(R"({"figure": ["weights", "weights@2"]})").find("view.figure[1]"),
              std::string::npos);
    EXPECT_EQ(fault(R"({"figure": ["weights", "weights@1"], "layer": 1, "cross": false})"), "");
}

TEST(Lessons, AnUnknownKeyOrCommandIsRefused) {
    const auto fault = [](const std::string& step) {
        const std::string file =
            R"({"title": "A lesson", "preset": "four-words", "steps": [)" + step + "]}";
        auto lesson = io::read_lesson(file, "test.json");
        if (!lesson)
            return lesson.error().text();
        const auto opened = io::opened(*lesson, io::open_document);
        return opened ? std::string() : opened.error().text();
    };
    EXPECT_EQ(fault(R"({"title": "A", "text": "B"})"), "");
    EXPECT_NE(fault(R"({"title": "A", "txt": "B"})"), "");
    EXPECT_NE(fault(R"({"title": "A", "text": "B", "view": {"qurey": 1}})"), "");
    EXPECT_NE(fault(R"({"title": "A", "text": "B", "view": {"query": 9}})"), "");
    EXPECT_NE(fault(R"({"title": "A", "text": "B", "view": {"marked": ["weights[9,0]"]}})"), "");
    EXPECT_NE(fault(R"({"title": "A", "text": "B", "commands": [{"command": "explode"}]})"), "");
    EXPECT_NE(fault(R"({"title": "A", "text": "B", "commands": [
        {"command": "remove_token", "row": 12}]})"),
              "");
    EXPECT_NE(fault(R"({"title": "Step 2", "text": "B"})"), "");
}
