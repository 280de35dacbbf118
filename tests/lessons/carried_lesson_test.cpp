// SPDX-License-Identifier: MIT
// A lesson travels inside a document: it comes back as it was, begins with that document, and what
// is wrong with it is named at its place in the file.
#include "core/document/commands/command.h"
#include "core/document/commands/difference.h"
#include "core/io/document/document_json.h"
#include "core/io/document/lesson.h"
#include "core/io/document/library.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

using namespace attn;
using attn::test::TempDir;
using Object = nlohmann::json;

namespace attn::carried_lesson_test {

Lesson our_lesson() {
    Lesson lesson;
    lesson.title = "Ours";
    LessonStep look;
    look.title = "Look";
    look.text = written_text("The largest weight is {largest weights[0]|percent}.");
    LessonStep change;
    change.title = "Change";
    change.text = written_text("Without scaling it is {largest weights[0]|percent}.");
    change.commands = {SetScale{{Scale::Kind::None}}};
    lesson.steps = {look, change};
    return lesson;
}

Document our_document() {
    return io::carrying(*io::open_document("four-words"), our_lesson());
}

/// The document with another text in its lesson, as a file.
std::string with(const std::string& from, const std::string& to) {
    std::string text = io::write_document(our_document());
    const auto at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
}

std::string fault(const std::string& text) {
    const auto document = io::read_document(text, "our.attn");
    return document ? "" : document.error().text();
}

TEST(CarriedLesson, EveryLessonComesBackFromItsDocument) {
    const auto all = io::lessons();
    ASSERT_TRUE(all);
    for (const io::LessonName& name : *all) {
        const auto lesson = io::open_lesson(name.name);
        ASSERT_TRUE(lesson) << lesson.error().text();
        const Document first = *io::open_document(lesson->lesson.preset);
        const Document carrying = io::carrying(first, lesson->lesson);
        EXPECT_TRUE(are_equal_but_for_remarks(carrying, first)) << name.name;
        const auto again = io::read_document(io::write_document(carrying), name.name);
        ASSERT_TRUE(again) << again.error().text();
        EXPECT_EQ(*again, carrying) << name.name;
        const auto taken = io::lesson_file(*again, name.name);
        ASSERT_TRUE(taken) << taken.error().text();
        Lesson bare = taken->opened.lesson;
        EXPECT_EQ(bare.own, first) << name.name;
        bare.own.reset();
        bare.preset = lesson->lesson.preset;
        EXPECT_EQ(io::write_lesson(bare), io::write_lesson(lesson->lesson)) << name.name;
        EXPECT_EQ(taken->opened.documents, lesson->documents) << name.name;
    }
}

TEST(CarriedLesson, IsAnEditOfTheDocument) {
    const Document bare = *io::open_document("four-words");
    const auto set = apply(bare, SetLesson{our_document().lesson});
    ASSERT_TRUE(set);
    EXPECT_EQ(*set, our_document());
    const std::vector<Command> way = commands_between(bare, *set);
    ASSERT_EQ(way.size(), 1U);
    EXPECT_EQ(*apply(bare, way[0]), our_document());
    EXPECT_EQ(*apply(*set, SetLesson{}), bare);
}

TEST(CarriedLesson, WhatIsWrongIsNamedAtItsPlaceInTheFile) {
    EXPECT_EQ(fault(with("\"Ours\"", "3")),
              "our.attn:21:14: lesson.title: found the number 3, expected a text in double quotes");
    EXPECT_NE(fault(with("set_scale", "set_skale")).find("lesson.steps[1].commands[0]"),
              std::string::npos);
    EXPECT_NE(fault(with("\"steps\"", "\"preset\": \"four-words\", \"steps\""))
                  .find("lesson.preset: a lesson in a document begins with that document; remove "
                        "this key"),
              std::string::npos);
    EXPECT_NE(fault(with("\"steps\"", "\"stepps\"")).find("lesson.stepps"), std::string::npos);
}

TEST(CarriedLesson, AFaultyTextKeepsTheDocumentOpen) {
    const auto document = io::read_document(with("{largest weights[0]", "{largest wieghts[0]"), "");
    ASSERT_TRUE(document) << document.error().text();
    const auto told = io::lesson_file(*document, "our.attn");
    ASSERT_FALSE(told);
    EXPECT_NE(told.error().text().find("our.attn: lesson.steps[0].text"), std::string::npos)
        << told.error().text();
    EXPECT_EQ(io::carried_lesson(*document).steps.size(), 2U);
}

TEST(CarriedLesson, ALessonOfANewerVersionIsKeptUnread) {
    Object newer = Object::parse(io::write_document(our_document()));
    newer["version"][1] = io::format_minor + 1;
    newer["lesson"]["steps"][0]["film"] = "x";
    const auto document = io::read_document(newer.dump(), "");
    ASSERT_TRUE(document) << document.error().text();
    EXPECT_EQ(document->lesson, "");
    EXPECT_EQ(Object::parse(io::write_document(*document))["lesson"], newer["lesson"]);
}

TEST(CarriedLesson, ADocumentWithoutOneSaysHowToGetOne) {
    const TempDir folder;
    const std::string path =
        folder.file("bare.attn", io::write_document(*io::open_document("four-words")));
    const auto lesson = io::open_lesson(path);
    ASSERT_FALSE(lesson);
    EXPECT_NE(lesson.error().text().find("carries no lesson"), std::string::npos);
    EXPECT_NE(lesson.error().text().find("bare.attn"), std::string::npos);
}

} // namespace attn::carried_lesson_test
