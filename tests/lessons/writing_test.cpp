// SPDX-License-Identifier: MIT
// Lessons are written as they are read: also those that are faulty or not finished yet.
#include "core/io/document/document_json.h"
#include "core/io/document/lesson.h"
#include "core/io/document/library.h"
#include "core/io/journal/file.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>

using namespace attn;

namespace {

using Json = nlohmann::json;

/// A lesson of one step with these further keys.
std::string with_step(const std::string& keys) {
    return R"({"title": "A lesson", "preset": "the-cat-chased-the-mouse", "steps": [
        {"title": "One step", )" +
           keys + "}]}";
}

std::vector<std::string> keys(const std::vector<io::LessonFault>& faults) {
    std::vector<std::string> list;
    for (const io::LessonFault& fault : faults)
        list.push_back(fault.key);
    return list;
}

/// Leaves out what means the same as leaving it out.
Json shortest(Json lesson) {
    for (Json& step : lesson["steps"]) {
        for (const char* key : {"commands", "view"})
            if (step.contains(key) && step[key].empty())
                step.erase(key);
        if (step.contains("view") && !step["view"].value("query_row", true))
            step["view"].erase("query_row");
        if (step.contains("view") && !step["view"].value("all", true))
            step["view"].erase("all");
        step.erase("commands"); // compared as documents
    }
    return lesson;
}

} // namespace

TEST(WrittenLessons, EveryLessonIsTheSameOnceWritten) {
    const auto all = io::lessons();
    ASSERT_TRUE(all);
    for (const io::LessonName& name : *all) {
        const auto file = io::open_lesson_file(name.name);
        ASSERT_TRUE(file) << file.error().text();
        const std::string written = io::write_lesson(file->opened.lesson);
        const auto again = io::lesson_file(written, name.name + ".lesson");
        ASSERT_TRUE(again) << again.error().text();
        EXPECT_EQ(io::write_lesson(again->opened.lesson), written) << name.name;
        EXPECT_EQ(shortest(Json::parse(written)), shortest(Json::parse(file->bytes))) << name.name;
        EXPECT_EQ(again->opened.documents, file->opened.documents) << name.name;
    }
}

TEST(WrittenLessons, OwnDocumentsAndEveryQuestionComeBack) {
    const auto document = io::open_document("two-heads");
    ASSERT_TRUE(document);
    Lesson lesson;
    lesson.title = "Ours";
    lesson.own = *document;
    for (const auto& [kind, written] :
         {std::pair{LessonQuestion::Kind::Word, "smallest weights[1,:]"},
          {LessonQuestion::Kind::Number, "weights/1[0,1]"},
          {LessonQuestion::Kind::Cell, "scores[0,1]"}}) {
        LessonStep step;
        step.title = "Ask";
        step.text = written_text("{pin weights[0,:]|its row} gives {token[0]} **much**.\nW_{Q}");
        step.question.emplace();
        step.question->kind = kind;
        step.question->ask = written_text("What is it?");
        take_written(*step.question, written);
        if (kind == LessonQuestion::Kind::Number)
            step.question->within = 0.005;
        step.question->hints = {written_text("Look at {weights[0,0]|percent}.")};
        step.view.query = 1;
        step.view.head = 1;
        step.view.marked = {*parse_place("weights/1[0,1]")};
        step.view.page = "block";
        lesson.steps.push_back(std::move(step));
    }
    const std::string bytes = io::write_lesson(lesson);
    const auto again = io::read_lesson(bytes, "ours.lesson");
    ASSERT_TRUE(again) << again.error().text() << bytes;
    EXPECT_EQ(io::write_lesson(*again), bytes);
    EXPECT_EQ(*again->own, *document);
    EXPECT_EQ(again->steps[1].question->place, *parse_place("weights/1[0,1]"));
    EXPECT_EQ(again->steps[1].question->within, 0.005);
    EXPECT_EQ(again->steps[0].question->is_smallest, true);
    EXPECT_EQ(again->steps[2].view.page, "block");
    EXPECT_TRUE(io::opened(*again, io::open_document));
}

TEST(WrittenLessons, WhatIsFaultyIsKeptNamedAndWrittenAgain) {
    for (const auto& [given, key] :
         {std::pair{R"("text": "The weight is 0.28.")", "text"},
          {R"("text": "{wieghts[0,0]}")", "text"},
          {R"("text": "{weights[0,0]")", "text"},
          {R"("text": "A", "notes": "**B")", "notes"},
          {R"("text": "A", "question": {"ask": "7?", "number": "weights[0,0]"})", "question.ask"},
          {R"("text": "A", "question": {"ask": "B", "number": "weights"})", "question.number"},
          {R"("text": "A", "question": {"ask": "B", "cell": ""})", "question.cell"},
          {R"("text": "A", "question": {"ask": "B", "word": "weights[0,:]"})", "question.word"},
          {R"("text": "A", "question": {"ask": "B", "choices": [], "answer": ""})",
           "question.choices"},
          {R"("text": "A", "question": {"ask": "B", "word": "largest V[:,0]", "hints": ["2"]})",
           "question.hints[0]"}}) {
        const std::string file = with_step(given);
        const auto refused = io::read_lesson(file, "test.lesson");
        ASSERT_FALSE(refused) << given;
        EXPECT_NE(refused.error().where.find("steps[0]." + std::string(key)), std::string::npos)
            << refused.error().text();
        const auto lesson = io::read_written_lesson(file, "test.lesson");
        ASSERT_TRUE(lesson) << lesson.error().text();
        EXPECT_EQ(keys(io::faults_as_written(*lesson)), std::vector<std::string>{key}) << given;
        EXPECT_EQ(shortest(Json::parse(io::write_lesson(*lesson))), shortest(Json::parse(file)));
        const auto opened = io::documents_of(*lesson, io::open_document);
        ASSERT_TRUE(opened);
        EXPECT_EQ(keys(io::faults_of(opened->opened)), std::vector<std::string>{key}) << given;
    }
}

TEST(WrittenLessons, WhatTheDocumentHasNoStageForIsNamedAndKept) {
    const std::string file = with_step(
        R"("text": "The MLP gives {mlp[0,0]}.", "notes": "{loss[0,0]}",
           "view": {"figure": ["mlp"], "marked": ["mlp[0,0]"]})");
    const auto lesson = io::read_written_lesson(file, "test.lesson");
    ASSERT_TRUE(lesson) << lesson.error().text();
    const auto opened = io::documents_of(*lesson, io::open_document);
    ASSERT_TRUE(opened) << opened.error().text();
    const std::vector<std::string> faulty = keys(io::faults_of(opened->opened));
    for (const char* key : {"text", "notes", "view.figure[0]", "view.marked[0]"})
        EXPECT_EQ(std::count(faulty.begin(), faulty.end(), key), 1) << key;
    EXPECT_EQ(shortest(Json::parse(io::write_lesson(*lesson))), shortest(Json::parse(file)));
}

TEST(WrittenLessons, AStepOfTheCalculationThatTheDocumentLacksIsNamed) {
    const auto faults = [](const std::string& preset, const std::string& step) {
        const std::string file = R"({"title": "Ours", "preset": ")" + preset +
                                 R"(", "steps": [{"title": "A", "text": "B.", "view": {"step": ")" +
                                 step + R"("}}]})";
        const auto lesson = io::read_written_lesson(file, "test.lesson");
        EXPECT_TRUE(lesson) << lesson.error().text();
        return keys(io::faults_of(io::documents_of(*lesson, io::open_document)->opened));
    };
    const std::vector<std::string> of_step = {"view.step"};
    for (const StepKind kind : {StepKind::Norm, StepKind::Join, StepKind::SecondAdd})
        EXPECT_EQ(faults("four-words", std::string(word(kind))), of_step) << word(kind);
    for (const char* step : {"embed", "project", "score", "softmax", "mix"})
        EXPECT_TRUE(faults("four-words", step).empty()) << step;
    EXPECT_TRUE(faults("causal-decoder-block", std::string(word(StepKind::SecondAdd))).empty());
}

TEST(WrittenLessons, OneOfANewerVersionSaysSoAndIsNotTakenForANewOne) {
    Json newer = Json::parse(R"({"title": "Ours", "steps": [{"title": "A", "text": "B."}]})");
    newer["document"] = Json::parse(io::write_document(*io::open_document("four-words")));
    newer["document"]["version"][0] = io::format_major + 1;
    const auto refused = io::read_written_lesson(newer.dump(), "ours.lesson");
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().text().find("ours.lesson"), std::string::npos);
    EXPECT_NE(refused.error().text().find("version"), std::string::npos) << refused.error().text();
    newer["document"]["version"][0] = io::format_major;
    newer["steps"][0]["film"] = "x"; // what a later version might write
    const auto unknown = io::read_written_lesson(newer.dump(), "ours.lesson");
    ASSERT_FALSE(unknown);
    EXPECT_NE(unknown.error().text().find("steps[0].film"), std::string::npos)
        << unknown.error().text();
}

TEST(WrittenLessons, WhatOtherSizesLackIsNamedAndKept) {
    const std::string file = R"({"title": "Ours", "preset": "two-heads", "steps": [
        {"title": "A", "text": "{weights/1[0,1]} and {pin weights[0,:]}its row."},
        {"title": "B", "text": "{weights[0,0]}.", "view": {"head": 1, "marked": ["weights/1[0,0]"]}},
        {"title": "C", "text": "D.", "commands": [{"command": "remove_token", "row": 9}]}]})";
    auto lesson = io::read_written_lesson(file, "ours.lesson");
    ASSERT_TRUE(lesson) << lesson.error().text();
    Document one_head = *io::open_document("two-heads");
    one_head = *attn::apply(one_head, RemoveHead{1});
    lesson->preset.clear();
    lesson->own = one_head;
    const auto opened = io::documents_of(*lesson, io::open_document);
    ASSERT_TRUE(opened) << opened.error().text();
    ASSERT_EQ(opened->faults.size(), 1U) << "the word that is not there";
    EXPECT_EQ(opened->faults[0].step, 2U);
    EXPECT_EQ(opened->faults[0].key, "commands[0]");
    std::string all;
    for (const io::LessonFault& fault : io::faults_of(opened->opened))
        all += std::to_string(fault.step) + " " + fault.key + ": " + fault.why + "\n";
    for (const char* part : {"0 text: {weights/1[0,1]}", "1 view: ", "1 view.marked[0]: "})
        EXPECT_NE(all.find(part), std::string::npos) << part << " in " << all;
    const auto again = io::read_written_lesson(io::write_lesson(*lesson), "ours.lesson");
    ASSERT_TRUE(again);
    EXPECT_EQ(again->steps[0].text.source, lesson->steps[0].text.source);
    EXPECT_EQ(again->steps[1].view.marked, lesson->steps[1].view.marked);
    EXPECT_EQ(again->steps[2].commands.size(), 1U);
}
