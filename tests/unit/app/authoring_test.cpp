// SPDX-License-Identifier: MIT
// A lesson is written by keys: its steps are what is shown, its numbers are places, each edit is
// undone alone, and what is not saved is asked for.
#include "app/actions/help_rows.h"
#include "app/authoring/authoring.h"
#include "core/document/model/sheet.h"
#include "core/io/document/lesson.h"
#include "core/io/document/library.h"
#include "core/io/journal/file.h"
#include "tests/support/presenting_desk.h"
#include "tests/support/small_files.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <variant>

using namespace attn;
using namespace attn::test;

namespace {

using Kind = LessonField::Kind;

struct WritingDesk : PresentingDesk {
    explicit WritingDesk(const std::string& preset = "the-cat-chased-the-mouse") {
        session.outbox.post(Open{preset});
        carry_out();
        do_action("write.new");
    }
    void do_action(const std::string& id) {
        action(actions, id).run(session.frame());
        carry_out();
    }
    void press_control(char character, bool shift = false) {
        press(KeyPress{Key::Character, character, true, shift});
    }
    Writing& writing() { return *session.ui.teaching.writing; }
    const LessonStep& step(std::size_t at) { return writing().lesson.steps[at]; }
    std::size_t open_step() { return session.ui.teaching.lesson->step; }
    const Document& document_of(std::size_t at) {
        return session.ui.teaching.lesson->opened->documents[at];
    }
    void enter(Kind kind, std::size_t at = 0) { enter_lesson_field(session.frame(), {kind, at}); }
    void write(Kind kind, const std::string& text, std::size_t at = 0) {
        enter(kind, at);
        writing().edit.line.select_all();
        type(text);
    }
    void edit(Command command) {
        session.outbox.edit(std::move(command));
        carry_out();
    }
    void add_step(const std::string& title) {
        press(KeyPress{Key::Enter, 0, true, true});
        type(title);
    }
    std::string fault(Kind kind, std::size_t at = 0) {
        return lesson_field_fault(writing(), open_step(), {kind, at});
    }
    void save(const std::string& path) {
        session.outbox.post(SaveAs{path, {}, true});
        carry_out();
    }
};

} // namespace

TEST(Authoring, AStepIsTheDifferenceToTheOneBefore) {
    WritingDesk desk;
    EXPECT_EQ(desk.writing().lesson.preset, "the-cat-chased-the-mouse");
    desk.type("Words");
    EXPECT_EQ(desk.step(0).title, "Words");
    EXPECT_TRUE(desk.step(0).commands.empty());
    desk.press(Key::Escape);
    for (const Real value : {1.0, 2.0, 3.0}) // a drag
        desk.edit(SetCell{x00, value});
    desk.session.view.query = 2;
    desk.session.view.selected = x00; // as after typing
    desk.add_step("One number");
    EXPECT_TRUE(desk.step(1).view.marked.empty());
    desk.session.view.selected.reset();
    ASSERT_EQ(desk.writing().lesson.steps.size(), 2U);
    ASSERT_EQ(desk.step(1).commands.size(), 1U);
    EXPECT_EQ(std::get<SetCell>(desk.step(1).commands[0]).value, 3);
    EXPECT_EQ(desk.step(1).view.query, 2);
    EXPECT_EQ(desk.open_step(), 1U);
    desk.press(Key::Escape);
    desk.edit(SetCovers{{*parse_region("weights[1,:]")}, "Cover"});
    desk.edit(SetTemperature{2});
    desk.add_step("A cover");
    EXPECT_EQ(desk.step(2).commands.size(), 2U);
    EXPECT_EQ(desk.document_of(2).covers.size(), 1U);
    // The step is taken again.
    desk.press(Key::Escape);
    desk.edit(SetTemperature{1});
    desk.do_action("write.update");
    EXPECT_EQ(desk.step(2).commands.size(), 1U);
    EXPECT_EQ(desk.step(2).title, "A cover") << "what is typed stays";
}

TEST(Authoring, StepsKeepTheirDocumentsWhereverTheyAre) {
    WritingDesk desk;
    desk.type("First");
    for (const Real value : {1.0, 2.0, 3.0}) {
        desk.press(Key::Escape);
        desk.edit(SetCell{{{Stage::X}, 0, static_cast<Index>(value)}, value * 7});
        desk.add_step(std::string(static_cast<std::size_t>(value), 'x'));
    }
    const std::vector<Document> documents = desk.session.ui.teaching.lesson->opened->documents;
    const auto order = [&](const std::vector<std::size_t>& wanted) {
        ASSERT_EQ(desk.writing().lesson.steps.size(), wanted.size());
        for (std::size_t at = 0; at < wanted.size(); ++at)
            EXPECT_EQ(desk.document_of(at), documents[wanted[at]]) << at;
        EXPECT_EQ(desk.session.document(), desk.document_of(desk.open_step()));
    };
    desk.press(KeyPress{Key::Up, 0, false, false, true});
    order({0, 1, 3, 2});
    desk.press(KeyPress{Key::Up, 0, false, false, true});
    desk.press(KeyPress{Key::Up, 0, false, false, true});
    order({3, 0, 1, 2});
    desk.press(KeyPress{Key::Up, 0, false, false, true});
    order({3, 0, 1, 2}); // it is the first
    desk.press(KeyPress{Key::Down, 0, false, false, true});
    order({0, 3, 1, 2});
    desk.press_control('d');
    order({0, 3, 3, 1, 2});
    desk.enter(Kind::Steps);
    desk.press(Key::Home);
    EXPECT_EQ(desk.open_step(), 0U);
    desk.press(Key::Delete);
    order({3, 3, 1, 2});
    for (int edits = 0; edits < 6; ++edits)
        desk.press_control('z');
    order({0, 1, 2, 3});
    for (int edits = 0; edits < 6; ++edits)
        desk.press_control('y');
    order({3, 3, 1, 2});
}

TEST(Authoring, EachEditIsOneStepOfTheUndoOfTheLesson) {
    WritingDesk desk;
    desk.type("Words of all");
    const std::size_t document_steps = desk.session.history().size();
    desk.press(Key::Tab);
    EXPECT_EQ(desk.writing().field, LessonField{Kind::Text});
    desk.type("They are ");
    write_place(desk.session.frame(), {{Stage::Weights}, 1, 4}, false);
    desk.type(" x");
    EXPECT_EQ(desk.step(0).text.source, "They are {weights[1,4]} x");
    desk.press_control('z');
    desk.press_control('z');
    EXPECT_EQ(desk.step(0).text.source, "They are ");
    desk.press_control('z');
    EXPECT_EQ(desk.step(0).text.source, "They are");
    desk.press_control('z');
    desk.press_control('z');
    EXPECT_EQ(desk.step(0).text.source, "");
    EXPECT_EQ(desk.step(0).title, "Words of all");
    for (int again = 0; again < 9; ++again)
        desk.press_control('y');
    EXPECT_EQ(desk.step(0).text.source, "They are {weights[1,4]} x");
    EXPECT_EQ(desk.session.history().size(), document_steps) << "the document's undo is another";
    // With the canvas, the keys undo what the document was.
    desk.press(Key::Escape);
    desk.edit(SetCell{x00, 9});
    desk.press_control('z');
    EXPECT_NE(desk.cell(x00), 9);
    EXPECT_EQ(desk.step(0).text.source, "They are {weights[1,4]} x");
}

TEST(Authoring, ClickedNumbersArePlacesAndAltMakesPins) {
    WritingDesk desk;
    const Place place{{Stage::Weights}, 1, 4};
    EXPECT_FALSE(write_place(desk.session.frame(), place, false)) << "a title has none";
    desk.enter(Kind::Text);
    EXPECT_TRUE(write_place(desk.session.frame(), place, true));
    desk.type("it is ");
    EXPECT_TRUE(write_place(desk.session.frame(), place, false));
    EXPECT_EQ(desk.step(0).text.source, "{pin weights[1,4]}it is {weights[1,4]}");
    EXPECT_EQ(desk.fault(Kind::Text), "");
    desk.press(Key::Escape);
    EXPECT_FALSE(write_place(desk.session.frame(), place, false)) << "the canvas has the keyboard";
    // By keys: the selected number.
    desk.session.view.selected = Place{{Stage::V}, 0, 1};
    desk.enter(Kind::Notes);
    desk.press_control('l');
    desk.press_control('p');
    EXPECT_EQ(desk.step(0).notes.source, "{V[0,1]}{pin V[0,1]}");
}

TEST(Authoring, ATypedNumberOffersItsPlace) {
    WritingDesk desk;
    desk.session.view.query = 1;
    desk.enter(Kind::Text);
    const Real weight = desk.cell({{Stage::Weights}, 1, 4});
    const std::string typed = format(weight, {NumberFormat::Kind::Decimals, 2});
    desk.type("So " + typed);
    ASSERT_TRUE(desk.writing().link);
    EXPECT_EQ(desk.writing().link->says.find(typed + " is "), 0U) << desk.writing().link->says;
    EXPECT_NE(desk.fault(Kind::Text).find("a digit is typed"), std::string::npos);
    desk.press(Key::Enter);
    const auto& parts = desk.step(0).text.parts;
    ASSERT_EQ(parts.size(), 2U) << desk.step(0).text.source;
    EXPECT_EQ(parts[1].quantity, Quantity::Number);
    EXPECT_EQ(format(desk.cell(parts[1].place), {NumberFormat::Kind::Decimals, 2}), typed);
    EXPECT_EQ(desk.fault(Kind::Text), "");
    desk.type(" of 1");
    ASSERT_TRUE(desk.writing().link);
    desk.press(Key::Enter);
    EXPECT_TRUE(desk.step(0).text.source.ends_with(" of {#1}")) << desk.step(0).text.source;
    desk.type(" and " + format(weight, {NumberFormat::Kind::Decimals, 4}));
    ASSERT_TRUE(desk.writing().link);
    desk.press(Key::Enter);
    EXPECT_TRUE(desk.step(0).text.source.ends_with("|4}")) << desk.step(0).text.source;
    desk.type(", " + percent(weight));
    ASSERT_TRUE(desk.writing().link) << percent(weight);
    desk.press(Key::Enter);
    EXPECT_TRUE(desk.step(0).text.source.ends_with("|percent}")) << desk.step(0).text.source;
    desk.type(" 123.4567");
    EXPECT_FALSE(desk.writing().link) << "no number is this";
    desk.press(Key::Enter);
    EXPECT_TRUE(desk.step(0).text.source.ends_with("\n"));
}

TEST(Authoring, ALessonIsSavedAsALessonWhateverItsNameEndsWith) {
    const TempDir folder;
    WritingDesk desk;
    desk.write(Kind::Title, "Mine");
    desk.save(folder / "first.json");
    desk.write(Kind::Title, "Ours");
    desk.session.outbox.post(AskWhereToSave{true});
    desk.carry_out();
    ASSERT_TRUE(desk.session.ui.files.dialog);
    EXPECT_EQ(desk.session.ui.files.dialog->line.text, "first.json");
    desk.session.ui.files.dialog->line = line_edit("second.json", false);
    desk.press(Key::Enter);
    desk.carry_out();
    EXPECT_FALSE(desk.session.ui.files.dialog);
    const auto saved = io::open_lesson(folder / "second.json");
    ASSERT_TRUE(saved) << saved.error().text();
    EXPECT_EQ(saved->lesson.steps[0].title, "Ours");
}

TEST(Authoring, ALessonIsSavedInsideItsDocumentAndBegunFromIt) {
    const TempDir folder;
    const std::string path = folder / "ours.attn";
    WritingDesk desk;
    desk.write(Kind::Title, "Ours");
    desk.write(Kind::Text, "It is {weights[1,4]}.");
    desk.do_action("write.inside");
    ASSERT_TRUE(desk.session.ui.files.dialog);
    EXPECT_TRUE(desk.session.ui.files.dialog->line.text.ends_with(".attn"));
    desk.save(path);
    EXPECT_FALSE(desk.writing().is_unsaved);

    WritingDesk other("three-inputs");
    other.do_action("lesson.close");
    answer(other.session.frame(), 1); // what was begun is not saved
    other.carry_out();
    EXPECT_FALSE(action(other.actions, "write.own").is_enabled(other.session.frame()));
    other.session.outbox.post(Open{path});
    other.carry_out();
    ASSERT_TRUE(other.session.ui.question) << "the lesson is offered";
    EXPECT_EQ(other.session.ui.question->choices[0].id, "begin");
    answer(other.session.frame(), 1); // the document alone
    other.carry_out();
    EXPECT_FALSE(other.session.ui.teaching.lesson);
    EXPECT_EQ(other.session.document().tokens,
              io::open_document("the-cat-chased-the-mouse")->tokens);
    other.do_action("write.own");
    ASSERT_TRUE(other.session.ui.teaching.lesson);
    EXPECT_EQ(other.session.ui.teaching.lesson->opened->lesson.steps[0].title, "Ours");

    other.do_action("write.edit");
    other.write(Kind::Title, "Better");
    other.press_control('s');
    EXPECT_FALSE(other.session.ui.files.dialog) << "it has a file";
    const auto saved = io::open_document(path);
    ASSERT_TRUE(saved) << saved.error().text();
    EXPECT_EQ(io::carried_lesson(*saved).steps[0].title, "Better");
    Document bare = *saved;
    bare.lesson.clear();
    EXPECT_EQ(bare, *io::open_document("the-cat-chased-the-mouse"));
}

TEST(Authoring, TheLessonIsTakenOutOfItsDocument) {
    const TempDir folder;
    WritingDesk desk;
    desk.write(Kind::Title, "Ours");
    desk.save(folder / "ours.attn");
    desk.do_action("lesson.close");
    desk.session.outbox.post(Open{folder / "ours.attn"});
    desk.carry_out();
    answer(desk.session.frame(), 1);
    desk.carry_out();
    desk.do_action("write.take_out");
    EXPECT_EQ(desk.session.document().lesson, "");
    EXPECT_TRUE(desk.session.work.is_changed());
}

TEST(Authoring, WhatIsFaultyIsNamedAtItsPlaceSavedAndOpenedAgain) {
    const TempDir folder;
    const std::string path = folder / "ours.lesson";
    WritingDesk desk;
    desk.write(Kind::Title, "Step 1");
    desk.write(Kind::Text, "{wieghts[0,0]}");
    desk.enter(Kind::Asks);
    desk.press(Key::Right);
    desk.write(Kind::Ask, "Which?");
    desk.write(Kind::Choice, "One", 0);
    for (const Kind kind : {Kind::Title, Kind::Text, Kind::Asks})
        EXPECT_NE(desk.fault(kind), "") << static_cast<int>(kind);
    EXPECT_NE(desk.fault(Kind::Text).find("{wieghts[0,0]}"), std::string::npos)
        << desk.fault(Kind::Text);
    EXPECT_EQ(desk.fault(Kind::Notes), "");
    desk.save(path);
    EXPECT_FALSE(desk.writing().is_unsaved);
    const std::string bytes = io::write_lesson(desk.writing().lesson);
    WritingDesk other("three-inputs");
    other.do_action("lesson.close");
    ASSERT_TRUE(other.session.ui.question) << "it is not saved";
    answer(other.session.frame(), 1);
    other.carry_out();
    other.session.outbox.post(Open{path});
    other.carry_out();
    ASSERT_TRUE(other.session.ui.question) << "it cannot be told, but edited";
    EXPECT_EQ(other.session.ui.question->choices[0].id, "write");
    answer(other.session.frame(), 0);
    other.carry_out();
    ASSERT_TRUE(other.session.ui.teaching.writing);
    EXPECT_EQ(io::write_lesson(other.writing().lesson), bytes);
    other.write(Kind::Title, "Better");
    EXPECT_EQ(other.fault(Kind::Title), "");
    other.press_control('s');
    EXPECT_FALSE(other.session.ui.files.dialog) << "it has a file";
    EXPECT_FALSE(other.writing().is_unsaved);
}

TEST(Authoring, QuestionsAreAskedByAFormThatSaysTheAnswer) {
    WritingDesk desk;
    desk.session.view.query = 1;
    desk.write(Kind::Text, "Look.");
    const auto now = [&] {
        const auto found = asked(*desk.session.ui.teaching.lesson->opened, 0,
                                 desk.session.document(), desk.session.trace(), desk.session.view);
        return found ? to_text(found->answer) : found.error().text();
    };
    desk.enter(Kind::Asks);
    desk.press(Key::Right); // one of several
    desk.write(Kind::Ask, "Which word?");
    desk.write(Kind::Choice, "{token[0]}", 0);
    desk.write(Kind::Choice, "{token[4]}", 1);
    desk.write(Kind::Answer, "{largest_word weights[1]}");
    EXPECT_EQ(now(), "It is mouse.");
    desk.enter(Kind::Asks);
    desk.press(Key::Right); // a word
    EXPECT_EQ(now(), "It is mouse.");
    desk.enter(Kind::Place);
    write_place(desk.session.frame(), {{Stage::Weights}, 0, 2}, false);
    EXPECT_EQ(desk.step(0).question->written, "largest weights[0,:]");
    desk.enter(Kind::Asks);
    desk.press(Key::Right); // a number
    desk.enter(Kind::Place);
    write_place(desk.session.frame(), {{Stage::Weights}, 1, 4}, false);
    desk.write(Kind::Within, "0.005");
    EXPECT_EQ(desk.step(0).question->within, 0.005);
    EXPECT_EQ(now(), "It is 0.28.");
    desk.write(Kind::Hint, "Look at its row.", 0);
    desk.write(Kind::Hint, "It is large.", 1);
    EXPECT_EQ(desk.step(0).question->hints.size(), 2U);
    desk.enter(Kind::Asks);
    desk.press(Key::Right); // a cell
    EXPECT_NE(now().find("any of these"), std::string::npos) << now();
    EXPECT_EQ(desk.step(0).question->hints.size(), 2U);
    desk.press(Key::Right); // nothing
    EXPECT_FALSE(desk.step(0).question);
    desk.press_control('z');
    EXPECT_TRUE(desk.step(0).question);
}

TEST(Authoring, WhatIsNotSavedIsAskedFor) {
    const TempDir folder;
    for (const Request& leaving : {Request(CloseLesson{}), Request(Quit{}), Request(WriteLesson{}),
                                   Request(LeaveWriting{})}) {
        WritingDesk desk;
        desk.type("Mine");
        desk.session.outbox.post(leaving);
        desk.carry_out();
        if (std::holds_alternative<LeaveWriting>(leaving)) {
            EXPECT_FALSE(desk.session.ui.teaching.writing) << "it was asked already";
            continue;
        }
        ASSERT_TRUE(desk.session.ui.question);
        answer(desk.session.frame(), 2); // Cancel
        desk.carry_out();
        ASSERT_TRUE(desk.session.ui.teaching.writing);
        EXPECT_EQ(desk.step(0).title, "Mine");
        desk.session.outbox.post(leaving);
        desk.carry_out();
        answer(desk.session.frame(), 0); // Save, which asks for a name
        desk.carry_out();
        ASSERT_TRUE(desk.session.ui.files.dialog);
        EXPECT_TRUE(desk.session.ui.files.dialog->line.text.ends_with(".lesson"));
        const std::string path = folder / ("mine" + std::to_string(leaving.index()) + ".lesson");
        desk.save(path);
        EXPECT_EQ(desk.session.ui.window.quit_asked, std::holds_alternative<Quit>(leaving));
        EXPECT_EQ(desk.session.ui.teaching.writing.has_value(),
                  !std::holds_alternative<CloseLesson>(leaving));
        EXPECT_TRUE(io::open_lesson(path));
    }
}

TEST(Authoring, AnotherDocumentMayBeOpenedOnTheWay) {
    WritingDesk desk;
    desk.type("Words");
    desk.press(Key::Escape);
    desk.session.outbox.post(Open{"three-inputs"});
    desk.carry_out();
    ASSERT_TRUE(desk.session.ui.teaching.writing) << "it is still written";
    desk.add_step("Others");
    EXPECT_EQ(desk.document_of(1), *io::open_document("three-inputs"));
    desk.enter(Kind::Steps);
    desk.press(Key::Up);
    EXPECT_EQ(desk.session.document(), *io::open_document("the-cat-chased-the-mouse"));
}

TEST(Authoring, EveryLessonIsEditedAndSavedAsTheSame) {
    const TempDir folder;
    PresentingDesk desk;
    const auto all = io::lessons();
    ASSERT_TRUE(all);
    for (const io::LessonName& name : *all) {
        auto opened = io::open_lesson(name.name);
        ASSERT_TRUE(opened);
        const std::vector<Document> documents = opened->documents;
        const std::string bytes = io::write_lesson(opened->lesson);
        desk.session.outbox.post(
            OpenLesson{std::make_shared<const OpenedLesson>(*std::move(opened))});
        desk.session.outbox.post(WriteLesson{WriteLesson::From::Lesson});
        desk.session.outbox.post(SaveAs{folder / (name.name + ".lesson"), {}, true});
        desk.carry_out();
        ASSERT_TRUE(desk.session.ui.teaching.writing) << name.name;
        EXPECT_TRUE(desk.session.ui.teaching.writing->of_steps.empty()) << name.name;
        EXPECT_TRUE(desk.session.ui.teaching.writing->of_documents.empty()) << name.name;
        const auto again = io::open_lesson(folder / (name.name + ".lesson"));
        ASSERT_TRUE(again) << again.error().text();
        EXPECT_EQ(io::write_lesson(again->lesson), bytes) << name.name;
        EXPECT_EQ(again->documents, documents) << name.name;
    }
}

TEST(Authoring, ATextIsFormattedByKeysAndEachTimeIsOneStepOfUndo) {
    WritingDesk desk;
    desk.write(Kind::Text, "Every row of W_Q");
    desk.press_control('b', true); // lowered letters
    EXPECT_EQ(desk.step(0).text.source, "Every row of W_{Q}");
    desk.writing().edit.line.anchor = 0;
    desk.writing().edit.line.caret = 5;
    desk.press_control('b');
    EXPECT_EQ(desk.step(0).text.source, "**Every** row of W_{Q}");
    EXPECT_EQ(desk.writing().edit.line.selection(), "Every") << "it stays selected";
    desk.press_control('b');
    EXPECT_EQ(desk.step(0).text.source, "Every row of W_{Q}");
    desk.press_control('m', true); // code
    desk.press_control('8', true); // a list
    EXPECT_EQ(desk.step(0).text.source, "- `Every` row of W_{Q}");
    EXPECT_EQ(desk.fault(Kind::Text), "");
    desk.press(KeyPress{Key::End, 0, true});
    desk.press(Key::Enter);
    desk.type("x");
    EXPECT_EQ(desk.step(0).text.source, "- `Every` row of W_{Q}\n- x");
    desk.press_control('z');
    desk.press_control('z');
    for (const char* before :
         {"`Every` row of W_{Q}", "Every row of W_{Q}", "**Every** row of W_{Q}",
          "Every row of W_{Q}", "Every row of W_Q"}) {
        desk.press_control('z');
        EXPECT_EQ(desk.step(0).text.source, before);
    }
    // Titles have no mark-up: there the key means nothing.
    desk.write(Kind::Title, "Title");
    desk.press_control('b');
    EXPECT_EQ(desk.step(0).title, "Title");
    // A button formats a field that did not have the keyboard.
    format_lesson_text(desk.session.frame(), {Kind::Notes}, Formatting::Bold);
    EXPECT_EQ(desk.writing().field, LessonField{Kind::Notes});
    desk.type("slowly");
    EXPECT_EQ(desk.step(0).notes.source, "**slowly**");
}

TEST(Authoring, ChoicesAreListsThatKeysOpen) {
    WritingDesk desk;
    const auto& list = desk.writing().list;
    desk.enter(Kind::Asks);
    desk.type(" ");
    ASSERT_TRUE(list);
    EXPECT_EQ(list->marked, 0U);
    desk.press(Key::Down);
    desk.press(Key::Down);
    desk.press(Key::Down);
    EXPECT_FALSE(desk.step(0).question) << "it is only marked";
    desk.press(Key::Enter);
    EXPECT_TRUE(list->is_closing);
    ASSERT_TRUE(desk.step(0).question);
    EXPECT_EQ(desk.step(0).question->kind, LessonQuestion::Kind::Number);
    desk.press_control('z');
    EXPECT_FALSE(desk.step(0).question) << "the choice is one step of undo";

    desk.enter(Kind::Shown);
    desk.type(" ");
    desk.press(Key::End);
    desk.press(Key::Up);
    desk.press(Key::Down);
    desk.press(Key::Escape);
    EXPECT_TRUE(list->is_closing);
    EXPECT_FALSE(desk.step(0).view.step) << "Esc chooses nothing";
    EXPECT_TRUE(desk.writing().has_keys) << "and leaves the field as it is";
    desk.type(" ");
    desk.press(Key::End);
    desk.press(Key::Enter);
    EXPECT_TRUE(desk.step(0).view.step);
    const LessonChoices choices = lesson_choices(desk.session.frame(), {Kind::Shown});
    EXPECT_EQ(choices.at, choices.names.size() - 1);
    EXPECT_EQ(choices.now, choices.names.back());
    desk.press(Key::Right);
    EXPECT_FALSE(desk.step(0).view.step) << "after the last comes the first";
}

TEST(Authoring, NothingIsCalledWrongBeforeItIsWritten) {
    WritingDesk desk;
    const auto is_red = [&](Kind kind, std::size_t at = 0) {
        return !desk.fault(kind, at).empty() &&
               !is_still_to_write(desk.writing(), desk.open_step(), {kind, at});
    };
    const auto is_quiet = [&] {
        for (const LessonField& field : lesson_fields(desk.writing(), desk.open_step()))
            EXPECT_FALSE(is_red(field.kind, field.at)) << static_cast<int>(field.kind);
        return is_step_still_to_write(desk.writing(), desk.open_step());
    };
    EXPECT_TRUE(is_quiet()) << "a new lesson";
    desk.add_step("More");
    EXPECT_TRUE(is_quiet()) << "a new step";
    desk.enter(Kind::Asks);
    for (int kind = 0; kind < 4; ++kind) {
        desk.press(Key::Right);
        EXPECT_TRUE(is_quiet()) << "a new question";
    }
    desk.press(Key::Left); // a number
    desk.write(Kind::Place, "weights[9,9]");
    EXPECT_TRUE(is_red(Kind::Asks)) << "it asks for a number that is not there";
    EXPECT_FALSE(is_step_still_to_write(desk.writing(), desk.open_step()));
    desk.write(Kind::Text, "{wieghts[0,0]}");
    EXPECT_TRUE(is_red(Kind::Text));
}

TEST(Authoring, TheStepIsToBeUpdatedOnlyIfItsDocumentDiffers) {
    WritingDesk desk;
    const auto differs = [&] { return is_lesson_step_changed(desk.session.frame()); };
    EXPECT_FALSE(differs());
    desk.write(Kind::Text, "A text.");
    desk.session.view.query = 2;
    EXPECT_FALSE(differs()) << "texts and what is looked at are no other document";
    desk.press(Key::Escape);
    desk.edit(SetCell{x00, 9});
    EXPECT_TRUE(differs());
    desk.press_control('z');
    EXPECT_FALSE(differs()) << "it was undone";
    desk.edit(SetCell{x00, 9});
    desk.do_action("write.update");
    EXPECT_FALSE(differs());
    desk.press(Key::Escape);
    desk.edit(SetCell{x00, 5});
    desk.add_step("More");
    EXPECT_FALSE(differs());
    desk.press(KeyPress{Key::Up, 0, false, false, true});
    EXPECT_FALSE(differs()) << "it was moved";
    desk.do_action("write.copy");
    EXPECT_FALSE(differs());
    desk.do_action("write.remove");
    EXPECT_FALSE(differs());
}

TEST(Authoring, EveryFormatIsAnActionAndItsKeyIsInTheHelp) {
    WritingDesk desk;
    for (const FormattingInfo& one : formattings()) {
        desk.write(Kind::Text, "word");
        const std::string plain = desk.writing().edit.text();
        desk.do_action("write." + std::string(one.id));
        EXPECT_NE(desk.writing().edit.text(), plain) << one.name;
        EXPECT_EQ(desk.step(0).text.source, desk.writing().edit.text()) << one.name;
        desk.press_control('z');
        const auto groups = help_groups(desk.actions, "in a lesson's text");
        ASSERT_EQ(groups.size(), 1U);
        EXPECT_TRUE(std::any_of(groups[0].rows.begin(), groups[0].rows.end(), [&](const auto& row) {
            return row.keys == to_text(one.key) && row.what.starts_with(one.name);
        })) << one.name;
    }
    desk.write(Kind::Title, "A title");
    EXPECT_FALSE(action(desk.actions, "write.bold").is_enabled(desk.session.frame()))
        << "a title has no formats";
}

TEST(Authoring, AnUnknownPageOrAStepThatIsGoneIsNamedAtItsField) {
    const TempDir folder;
    const std::string path =
        folder.file("ours.lesson", R"({"title": "Ours", "preset": "four-words", "steps": [
            {"title": "A", "text": "B.", "view": {"page": "lense"}},
            {"title": "C", "text": "D.", "view": {"step": "mlp"}}]})");
    WritingDesk desk("three-inputs");
    desk.session.outbox.post(WriteLesson{WriteLesson::From::File, path});
    desk.carry_out();
    if (desk.session.ui.question) {
        answer(desk.session.frame(), 1);
        desk.carry_out();
    }
    ASSERT_EQ(desk.writing().path, path);
    EXPECT_NE(lesson_field_fault(desk.writing(), 0, {Kind::Shown}).find("the pages are forward"),
              std::string::npos);
    EXPECT_NE(lesson_field_fault(desk.writing(), 1, {Kind::Shown}).find("no step"),
              std::string::npos);
    EXPECT_EQ(desk.step(0).view.page, "lense") << "nothing is lost";
}

TEST(Authoring, ALessonIsExportedForOthers) {
    const TempDir folder;
    WritingDesk desk;
    desk.write(Kind::Lesson, "Who listens to whom?");
    desk.write(Kind::Title, "Words");
    desk.write(Kind::Text, "The words.");
    for (const auto& [id, name] : {std::pair{"write.slides", "Who-listens-to-whom.pdf"},
                                   {"write.handout", "Who-listens-to-whom-handout.pdf"},
                                   {"write.notes", "Who-listens-to-whom.md"},
                                   {"write.page", "Who-listens-to-whom.html"}}) {
        desk.do_action(id);
        ASSERT_TRUE(desk.session.ui.files.dialog) << id;
        EXPECT_EQ(desk.session.ui.files.dialog->line.text, name);
        const std::string path = folder / name;
        take_file(desk.session.frame(), desk.session.ui.files.dialog->purpose, path);
        desk.carry_out();
        if (id == std::string("write.page")) {
            EXPECT_NE(desk.session.ui.files.dialog->fault.find("Save it"), std::string::npos);
            EXPECT_FALSE(std::filesystem::exists(path)) << "it is made of the saved lesson";
            continue;
        }
        EXPECT_FALSE(desk.session.ui.files.dialog) << desk.session.ui.files.dialog->fault;
        const auto bytes = io::read_file(path);
        ASSERT_TRUE(bytes) << bytes.error().text();
        EXPECT_TRUE(bytes->starts_with(path.ends_with(".md") ? "# Who listens" : "%PDF")) << id;
        EXPECT_TRUE(desk.writing().is_unsaved) << "an export saves nothing";
        desk.do_action(id); // again under the same name
        take_file(desk.session.frame(), desk.session.ui.files.dialog->purpose, path);
        desk.carry_out();
        ASSERT_TRUE(desk.session.ui.question) << "it asks before it replaces a file";
        answer(desk.session.frame(), 0);
        desk.carry_out();
        EXPECT_FALSE(desk.session.ui.question);
        EXPECT_FALSE(desk.session.ui.files.dialog);
    }
    desk.do_action("write.slides");
    take_file(desk.session.frame(), desk.session.ui.files.dialog->purpose, folder / "slides.doc");
    desk.carry_out();
    EXPECT_NE(desk.session.ui.files.dialog->fault.find("slides (.pdf)"), std::string::npos);
    desk.session.ui.files.dialog.reset();
    const std::string file = folder / "ours.lesson";
    desk.save(file);
    desk.do_action("write.page");
    take_file(desk.session.frame(), desk.session.ui.files.dialog->purpose, folder / "page.html");
    desk.carry_out();
    EXPECT_TRUE(!desk.session.ui.files.dialog ||
                desk.session.ui.files.dialog->fault.find("cannot write pages") !=
                    std::string::npos); // built without the tools
}

TEST(Authoring, ACoverOfAnAnswerIsTakenBackAndStaysInItsStep) {
    WritingDesk desk;
    desk.write(Kind::Title, "A question");
    desk.write(Kind::Text, "Look.");
    desk.press(Key::Escape);
    desk.session.view.selected = Place{{Stage::Weights}, 1, 2};
    enter_lesson_field(desk.session.frame(), {Kind::Asks});
    choose_in_lesson(desk.session.frame(), {Kind::Asks}, 3); // a number
    ASSERT_TRUE(lesson_answer(desk.session.frame()));
    desk.do_action("write.cover");
    EXPECT_TRUE(lesson_answer(desk.session.frame())->is_covered);
    EXPECT_EQ(desk.document_of(0).covers.size(), 1U);
    desk.do_action("write.cover");
    EXPECT_TRUE(desk.document_of(0).covers.empty()) << "it is uncovered";
    desk.do_action("write.cover");
    desk.press(Key::Escape);
    desk.add_step("Then");
    EXPECT_EQ(desk.document_of(0).covers.size(), 1U);
    EXPECT_TRUE(desk.document_of(1).covers.empty()) << "the next step shows it";
}

TEST(Authoring, TwoWindowsWithOneFileLoseNothing) {
    const TempDir folder;
    const std::string path = folder / "ours.lesson";
    WritingDesk first;
    first.write(Kind::Title, "First");
    first.save(path);
    WritingDesk second("three-inputs");
    second.session.outbox.post(WriteLesson{WriteLesson::From::File, path});
    second.carry_out();
    if (second.session.ui.question) { // what it began with is not saved
        answer(second.session.frame(), 1);
        second.carry_out();
    }
    ASSERT_EQ(second.writing().path, path);
    second.write(Kind::Title, "Second");
    second.press_control('s');
    EXPECT_FALSE(second.writing().is_unsaved);
    first.write(Kind::Title, "Third");
    first.press_control('s');
    ASSERT_TRUE(first.session.ui.question);
    EXPECT_EQ(first.session.ui.question->title, "Overwrite what another program wrote?");
    EXPECT_EQ(io::open_lesson(path)->lesson.steps[0].title, "Second") << "nothing is replaced yet";
    EXPECT_TRUE(first.writing().is_unsaved);
    EXPECT_EQ(first.step(0).title, "Third");
    const auto& choices = first.session.ui.question->choices;
    const auto replace = std::find_if(choices.begin(), choices.end(),
                                      [](const auto& one) { return one.id == "replace"; });
    ASSERT_NE(replace, choices.end());
    answer(first.session.frame(), static_cast<std::size_t>(replace - choices.begin()));
    first.carry_out();
    EXPECT_EQ(io::open_lesson(path)->lesson.steps[0].title, "Third");
    const auto copy = io::read_file(path + "~");
    ASSERT_TRUE(copy) << copy.error().text();
    EXPECT_NE(copy->find("\"Second\""), std::string::npos) << "a copy stays";
}

TEST(Authoring, AFullDiskKeepsTheOldFileAndTheLesson) {
    const TempDir folder;
    const std::string path = folder / "ours.lesson";
    WritingDesk desk;
    desk.write(Kind::Title, "Saved");
    desk.save(path);
    const std::string before = *io::read_file(path);
    desk.write(Kind::Notes, std::string(2 * before.size(), 'x'));
    {
        const SmallFiles full(before.size());
        desk.press_control('s');
        EXPECT_TRUE(desk.session.ui.question || desk.session.ui.message);
    }
    EXPECT_EQ(*io::read_file(path), before);
    EXPECT_TRUE(desk.writing().is_unsaved);
    EXPECT_EQ(desk.step(0).notes.source.size(), 2 * before.size());
    if (desk.session.ui.question) {
        answer(desk.session.frame(), desk.session.ui.question->choices.size() - 1); // Cancel
        desk.carry_out();
    }
    desk.press_control('s');
    EXPECT_FALSE(desk.writing().is_unsaved) << "there is room again";
    EXPECT_EQ(io::open_lesson(path)->lesson.steps[0].notes.source.size(), 2 * before.size());
}

TEST(Authoring, TwoHundredStepsAreWrittenSavedAndOpenedAgain) {
    const TempDir folder;
    const std::string path = folder / "long.lesson";
    WritingDesk desk("three-inputs");
    desk.write(Kind::Title, "First");
    for (int step = 1; step < 200; ++step) {
        desk.press(Key::Escape);
        if (step % 10 == 0)
            desk.edit(SetCell{x00, static_cast<Real>(step)});
        desk.add_step("S");
    }
    ASSERT_EQ(desk.writing().lesson.steps.size(), 200U);
    EXPECT_EQ(desk.cell(x00), 190);
    desk.enter(Kind::Steps);
    desk.press(Key::Home);
    EXPECT_EQ(desk.open_step(), 0U);
    desk.press(KeyPress{Key::Down, 0, false, false, true});
    EXPECT_EQ(desk.writing().lesson.steps[1].title, "First");
    desk.press_control('z');
    for (std::size_t step = 0; step < 200; ++step) {
        LessonStep& one = desk.writing().lesson.steps[step];
        one.text = written_text("The first number is {X[0,0]}.");
    }
    desk.enter(Kind::Notes);
    desk.type("n");
    desk.save(path);
    const auto again = io::open_lesson(path);
    ASSERT_TRUE(again) << again.error().text();
    ASSERT_EQ(again->documents.size(), 200U);
    EXPECT_EQ(again->documents, desk.session.ui.teaching.lesson->opened->documents);
    EXPECT_EQ(io::write_lesson(again->lesson), io::write_lesson(desk.writing().lesson));
}
