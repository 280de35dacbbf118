// SPDX-License-Identifier: MIT
#include "app/authoring/authoring.h"
#include "app/editing/editing.h"
#include "core/base/number_text.h"
#include "core/document/model/sheet.h"
#include "core/figure/base/text.h"
#include "core/figure/spotlight/spotlight.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>
#include <variant>

namespace app {
namespace {

using namespace attn;
using FieldKind = LessonField::Kind;

const LessonStep& written_step(const Writing& writing, std::size_t step) {
    return writing.lesson.steps[step];
}

std::string text_at(const std::vector<LessonText>& texts, std::size_t at) {
    return at < texts.size() ? texts[at].source : "";
}

/// Sets a text of the list, and removes empty texts from its end.
void set_text_at(std::vector<LessonText>& texts, std::size_t at, const std::string& text) {
    if (at >= texts.size())
        texts.resize(at + 1);
    texts[at] = written_text(text);
    while (!texts.empty() && texts.back().source.empty())
        texts.pop_back();
}

void set_field_text(Lesson& lesson, std::size_t step, const LessonField& field,
                    const std::string& text) {
    LessonStep& open = lesson.steps[step];
    LessonQuestion* const question = open.question ? &*open.question : nullptr;
    switch (field.kind) {
    case FieldKind::Lesson:
        lesson.title = text;
        return;
    case FieldKind::Title:
        open.title = text;
        return;
    case FieldKind::Text:
        open.text = written_text(text);
        return;
    case FieldKind::Notes:
        open.notes = written_text(text);
        return;
    case FieldKind::Ask:
        question->ask = written_text(text);
        return;
    case FieldKind::Choice:
        set_text_at(question->choices, field.at, text);
        take_written(*question, "");
        return;
    case FieldKind::Answer:
        question->answer = written_text(text);
        return;
    case FieldKind::Place:
        take_written(*question, text);
        return;
    case FieldKind::Within: {
        const auto number = parse_number(text);
        question->within.reset();
        if (number && *number > 0)
            question->within = *number;
        return;
    }
    case FieldKind::Hint:
        set_text_at(question->hints, field.at, text);
        return;
    case FieldKind::Steps:
    case FieldKind::Shown:
    case FieldKind::Asks:
        return;
    }
}

/// Goes to the field `by` fields further; after the last comes the first.
void go_to_field(const Frame& frame, int by) {
    const Writing& writing = *frame.ui.teaching.writing;
    const auto fields = lesson_fields(writing, frame.ui.teaching.lesson->step);
    const auto found = std::find(fields.begin(), fields.end(), writing.field);
    const auto count = static_cast<int>(fields.size());
    const int at = found == fields.end() ? 0 : static_cast<int>(found - fields.begin());
    enter_lesson_field(frame, fields[static_cast<std::size_t>((at + by + count) % count)]);
}

void press_in_steps(const Frame& frame, const KeyPress& key) {
    const std::size_t at = frame.ui.teaching.lesson->step;
    const std::size_t last = frame.ui.teaching.writing->lesson.steps.size() - 1;
    std::size_t to = at;
    switch (key.key) {
    case Key::Up:
        to = at > 0 ? at - 1 : 0;
        break;
    case Key::Down:
        to = std::min(at + 1, last);
        break;
    case Key::Home:
        to = 0;
        break;
    case Key::End:
        to = last;
        break;
    case Key::Delete:
        return remove_lesson_step(frame);
    case Key::Enter:
        return enter_lesson_field(frame, {FieldKind::Title});
    default:
        return;
    }
    if (to != at)
        frame.outbox.post(ShowLessonStep{to});
}

/// A choice of what a step presents, with its name.
struct ShownChoice {
    std::optional<Step> step;
    std::string name;
};
std::vector<ShownChoice> shown_choices(const Document& document) {
    std::vector<ShownChoice> list{{std::nullopt, "What the text points at"}};
    for (const StepKind kind : kinds_of(document)) {
        const std::string name(attn::name(kind));
        if (has_query(kind))
            list.push_back({Step{kind, false}, name + ", for the query word"});
        list.push_back({Step{kind, true}, name + (has_query(kind) ? ", for all words" : "")});
    }
    return list;
}

constexpr std::array<std::pair<std::optional<LessonQuestion::Kind>, const char*>, 5> ask_choices = {
    {{std::nullopt, "Nothing"},
     {LessonQuestion::Kind::Choice, "One of several answers"},
     {LessonQuestion::Kind::Word, "A word"},
     {LessonQuestion::Kind::Number, "A number"},
     {LessonQuestion::Kind::Cell, "A cell to click"}}};

std::size_t ask_choice(const LessonStep& step) {
    for (std::size_t at = 1; at < ask_choices.size(); ++at)
        if (step.question && ask_choices[at].first == step.question->kind)
            return at;
    return 0;
}

/// The place that a new question asks about: the selected number, or one of the query word.
std::string place_to_ask(const Frame& frame, LessonQuestion::Kind kind) {
    const Document& document = frame.document;
    Place place{{Stage::Weights, frame.view.head}, frame.view.query, 0};
    if (kind == LessonQuestion::Kind::Cell)
        place.sheet.stage = Stage::Output;
    if (frame.view.selected && exists(document, *frame.view.selected))
        place = *frame.view.selected;
    if (kind != LessonQuestion::Kind::Word)
        return to_text(place);
    return "largest " + to_text(Region{place.sheet, {place.row, 1}, {std::nullopt, 1}});
}

void choose_question(const Frame& frame, std::size_t choice) {
    const std::size_t step = frame.ui.teaching.lesson->step;
    Lesson lesson = frame.ui.teaching.writing->lesson;
    std::optional<LessonQuestion>& question = lesson.steps[step].question;
    const auto kind = ask_choices[choice].first;
    if (kind == (question ? std::optional(question->kind) : std::nullopt))
        return;
    if (!kind) {
        question.reset();
    } else {
        if (!question)
            question.emplace();
        question->kind = *kind;
        question->within.reset();
        take_written(*question,
                     *kind == LessonQuestion::Kind::Choice ? "" : place_to_ask(frame, *kind));
    }
    take_lesson(frame, std::move(lesson), step, LessonField{FieldKind::Asks}, false);
}

void choose_shown(const Frame& frame, std::size_t choice) {
    const std::size_t step = frame.ui.teaching.lesson->step;
    Lesson lesson = frame.ui.teaching.writing->lesson;
    LessonView& view = lesson.steps[step].view;
    view.step = shown_choices(frame.ui.teaching.lesson->document())[choice].step;
    view.figure.clear();
    view.is_query_row = false;
    const bool has_light = view.step.has_value();
    take_lesson(frame, std::move(lesson), step, LessonField{FieldKind::Shown}, false);
    frame.ui.teaching.lesson->shows_whole_canvas = !has_light;
}

/// Chooses the entry `by` further; after the last comes the first.
void turn_choice(const Frame& frame, const LessonField& field, int by) {
    const LessonChoices choices = lesson_choices(frame, field);
    const auto count = static_cast<int>(choices.names.size());
    const auto at = static_cast<int>(choices.at.value_or(0));
    choose_in_lesson(frame, field, static_cast<std::size_t>((at + by + count) % count));
}

} // namespace

std::vector<LessonField> lesson_fields(const Writing& writing, std::size_t step) {
    std::vector<LessonField> fields{{FieldKind::Lesson},
                                    {FieldKind::Steps},
                                    {FieldKind::Title},
                                    {FieldKind::Text},
                                    {FieldKind::Asks}};
    if (const auto& question = written_step(writing, step).question) {
        fields.push_back({FieldKind::Ask});
        if (question->kind == LessonQuestion::Kind::Choice) {
            const std::size_t count = std::min(max_choices, question->choices.size() + 1);
            for (std::size_t at = 0; at < count; ++at)
                fields.push_back({FieldKind::Choice, at});
            fields.push_back({FieldKind::Answer});
        } else {
            fields.push_back({FieldKind::Place});
        }
        if (question->kind == LessonQuestion::Kind::Number)
            fields.push_back({FieldKind::Within});
        for (std::size_t at = 0; at <= question->hints.size(); ++at)
            fields.push_back({FieldKind::Hint, at});
    }
    fields.push_back({FieldKind::Notes});
    fields.push_back({FieldKind::Shown});
    return fields;
}

std::string lesson_field_text(const Writing& writing, std::size_t step, const LessonField& field) {
    const LessonStep& open = written_step(writing, step);
    const LessonQuestion nothing;
    const LessonQuestion& question = open.question ? *open.question : nothing;
    switch (field.kind) {
    case FieldKind::Lesson:
        return writing.lesson.title;
    case FieldKind::Title:
        return open.title;
    case FieldKind::Text:
        return open.text.source;
    case FieldKind::Notes:
        return open.notes.source;
    case FieldKind::Ask:
        return question.ask.source;
    case FieldKind::Choice:
        return text_at(question.choices, field.at);
    case FieldKind::Answer:
        return question.answer.source;
    case FieldKind::Place:
        return question.written;
    case FieldKind::Within:
        return question.within ? shortest(*question.within) : "";
    case FieldKind::Hint:
        return text_at(question.hints, field.at);
    case FieldKind::Steps:
    case FieldKind::Shown:
    case FieldKind::Asks:
        break;
    }
    return "";
}

bool has_live_numbers(const LessonField& field) {
    return is_lesson_text(field) || field.kind == FieldKind::Choice ||
           field.kind == FieldKind::Answer;
}

bool is_lesson_text(const LessonField& field) {
    return field.kind == FieldKind::Text || field.kind == FieldKind::Notes ||
           field.kind == FieldKind::Ask || field.kind == FieldKind::Hint;
}

bool is_lesson_line(const LessonField& field) {
    return !is_lesson_text(field) && field.kind != FieldKind::Steps &&
           field.kind != FieldKind::Asks && field.kind != FieldKind::Shown;
}

std::string lesson_field_key(const Writing& writing, std::size_t step, const LessonField& field) {
    const auto& question = written_step(writing, step).question;
    const std::string at = "[" + std::to_string(field.at) + "]";
    switch (field.kind) {
    case FieldKind::Lesson:
        return "lesson";
    case FieldKind::Title:
        return "title";
    case FieldKind::Text:
        return "text";
    case FieldKind::Notes:
        return "notes";
    case FieldKind::Ask:
        return "question.ask";
    case FieldKind::Choice:
        return "question.choices" + at;
    case FieldKind::Answer:
        return "question.answer";
    case FieldKind::Place:
        return question && question->kind == LessonQuestion::Kind::Word     ? "question.word"
               : question && question->kind == LessonQuestion::Kind::Number ? "question.number"
                                                                            : "question.cell";
    case FieldKind::Within:
        return "question.within";
    case FieldKind::Hint:
        return "question.hints" + at;
    case FieldKind::Steps:
        return "commands";
    case FieldKind::Shown:
        return "view";
    case FieldKind::Asks:
        return "question";
    }
    return "";
}

std::vector<io::LessonFault> lesson_step_faults(const Writing& writing, std::size_t step) {
    std::vector<io::LessonFault> list;
    if (std::string fault = title_fault(written_step(writing, step).title); !fault.empty())
        list.push_back({step, "title", std::move(fault)});
    for (const auto* const faults : {&writing.of_documents, &writing.of_steps})
        std::copy_if(faults->begin(), faults->end(), std::back_inserter(list),
                     [&](const io::LessonFault& fault) { return fault.step == step; });
    return list;
}

std::string lesson_field_fault(const Writing& writing, std::size_t step, const LessonField& field) {
    if (field.kind == FieldKind::Lesson)
        return title_fault(writing.lesson.title);
    const std::string key = lesson_field_key(writing, step, field);
    for (const io::LessonFault& fault : lesson_step_faults(writing, step)) {
        const bool is_beginning =
            fault.key.starts_with(key + "[") || fault.key.starts_with(key + ".");
        const bool is_list = field.kind == FieldKind::Steps || field.kind == FieldKind::Shown;
        if (fault.key == key || (is_list && is_beginning) ||
            (field.kind == FieldKind::Asks && fault.key == "question.choices") ||
            (field.kind == FieldKind::Steps && (fault.key == "preset" || fault.key == "train")))
            return fault.why;
    }
    return "";
}

bool is_still_to_write(const Writing& writing, std::size_t step, const LessonField& field) {
    const auto& question = written_step(writing, step).question;
    if (field.kind == FieldKind::Asks)
        return question && question->kind == LessonQuestion::Kind::Choice &&
               question->choices.size() < 2;
    return (is_lesson_line(field) || is_lesson_text(field)) &&
           lesson_field_text(writing, step, field).empty();
}

bool is_step_still_to_write(const Writing& writing, std::size_t step) {
    const auto fields = lesson_fields(writing, step);
    return std::all_of(fields.begin(), fields.end(), [&](const LessonField& field) {
        return field.kind == FieldKind::Lesson ||
               lesson_field_fault(writing, step, field).empty() ||
               is_still_to_write(writing, step, field);
    });
}

void enter_lesson_field(const Frame& frame, const LessonField& field) {
    Writing& writing = *frame.ui.teaching.writing;
    const std::size_t step = frame.ui.teaching.lesson->step;
    const bool is_title = field.kind == FieldKind::Title || field.kind == FieldKind::Lesson;
    writing.field = field;
    writing.has_keys = true;
    writing.typing.reset();
    writing.link.reset();
    writing.list.reset();
    writing.first_row = 0;
    writing.at_step = step;
    if (frame.ui.editing && !finish_editing(frame))
        frame.ui.editing.reset();
    writing.edit = {line_edit(lesson_field_text(writing, step, field), is_title), {}};
    frame.ui.parts.at.reset();
}

void leave_lesson_fields(const Frame& frame) {
    if (!frame.ui.teaching.writing)
        return;
    frame.ui.teaching.writing->has_keys = false;
    frame.ui.teaching.writing->link.reset();
    frame.ui.teaching.writing->list.reset();
    frame.ui.teaching.writing->typing.reset();
}

void follow_lesson_step(const Frame& frame) {
    Writing& writing = *frame.ui.teaching.writing;
    const std::size_t step = frame.ui.teaching.lesson->step;
    if (writing.at_step == step)
        return;
    const bool has_keys = writing.has_keys;
    const auto fields = lesson_fields(writing, step);
    const bool is_there = std::find(fields.begin(), fields.end(), writing.field) != fields.end();
    enter_lesson_field(frame, is_there ? writing.field : LessonField{FieldKind::Text});
    writing.has_keys = has_keys;
}

void take_typed_field(const Frame& frame, bool goes_on) {
    Writing& writing = *frame.ui.teaching.writing;
    const std::size_t step = frame.ui.teaching.lesson->step;
    if (writing.edit.text() == lesson_field_text(writing, step, writing.field))
        return;
    Lesson lesson = writing.lesson;
    set_field_text(lesson, step, writing.field, writing.edit.text());
    take_lesson(frame, std::move(lesson), step, writing.field, false);
    if (!goes_on)
        writing.typing.reset();
}

namespace {

/// The matrices that are presented if the text decides: "Q, Scores".
const std::string& pointed_matrices(const Frame& frame) {
    const LessonState& lesson = *frame.ui.teaching.lesson;
    KeptByStep& kept = frame.ui.teaching.writing->pointed;
    if (kept.lesson == lesson.opened && kept.step == lesson.step)
        return kept.text;
    kept = {lesson.opened, lesson.step, ""};
    const Document& document = lesson.document();
    for (const figure::LitSheet& one :
         figure::spotlight_of(document, lesson.current(), std::nullopt, frame.view).sheets)
        kept.text +=
            (kept.text.empty() ? "" : ", ") + figure::plain_text(title(document, one.sheet.stage));
    return kept.text;
}

} // namespace

LessonChoices lesson_choices(const Frame& frame, const LessonField& field) {
    const LessonState& lesson = *frame.ui.teaching.lesson;
    const LessonStep& step = written_step(*frame.ui.teaching.writing, lesson.step);
    LessonChoices choices;
    if (field.kind == FieldKind::Asks) {
        for (const auto& one : ask_choices)
            choices.names.emplace_back(one.second);
        choices.at = ask_choice(step);
        choices.now = choices.names[*choices.at];
        return choices;
    }
    for (ShownChoice& one : shown_choices(lesson.document())) {
        if (step.view.figure.empty() && one.step == step.view.step)
            choices.at = choices.names.size();
        choices.names.push_back(std::move(one.name));
    }
    if (choices.at) {
        choices.now = choices.names[*choices.at];
        if (!step.view.step && !pointed_matrices(frame).empty())
            choices.now += ": " + pointed_matrices(frame);
    } else if (step.view.figure.empty()) {
        choices.now = attn::name(step.view.step->kind);
    } else {
        std::vector<std::string> names;
        for (const SheetId& sheet : step.view.figure)
            names.push_back(to_text(sheet));
        choices.now = in_a_sentence(names);
    }
    return choices;
}

void choose_in_lesson(const Frame& frame, const LessonField& field, std::size_t choice) {
    if (field.kind == FieldKind::Asks)
        choose_question(frame, choice);
    else if (field.kind == FieldKind::Shown)
        choose_shown(frame, choice);
}

bool is_lesson_list(const LessonField& field) {
    return field.kind == FieldKind::Asks || field.kind == FieldKind::Shown;
}

void open_lesson_list(const Frame& frame, const LessonField& field) {
    frame.ui.teaching.writing->list = {field, lesson_choices(frame, field).at.value_or(0)};
}

void format_lesson_text(const Frame& frame, const LessonField& field, Formatting formatting) {
    Writing& writing = *frame.ui.teaching.writing;
    if (!writes_with_keys(frame.ui) || writing.field != field)
        enter_lesson_field(frame, field);
    format_text(writing.edit, formatting);
    writing.link.reset();
    writing.typing.reset(); // It is a step of undo of its own.
    take_typed_field(frame, false);
}

bool writes_with_keys(const UiState& ui) {
    return ui.teaching.writing && ui.teaching.writing->has_keys && !ui.starting.is_shown &&
           !ui.teaching.presenting && !ui.exporting.is_open;
}

namespace {

/// Handles keys that mean the same in every field. Returns whether the key was one.
bool press_for_lesson(const Frame& frame, const KeyPress& key) {
    if (key.alt && !key.control && (key.key == Key::Up || key.key == Key::Down)) {
        move_lesson_step(frame, key.key == Key::Up ? -1 : 1);
        return true;
    }
    if (key.key != Key::Character || !key.control || key.alt)
        return false;
    switch (key.character) {
    case 'z':
        key.shift ? redo_lesson(frame) : undo_lesson(frame);
        return true;
    case 'y':
        redo_lesson(frame);
        return true;
    case 'd':
        copy_lesson_step(frame);
        return true;
    case 'l':
    case 'p':
        if (key.shift)
            return false;
        if (frame.view.selected && exists(frame.document, *frame.view.selected))
            write_place(frame, *frame.view.selected, key.character == 'p');
        return true;
    default:
        return false;
    }
}

/// Whether the editor leaves the key to the window: it has Ctrl or Alt, or types nothing and moves
/// no caret.
bool is_for_window(const KeyPress& key) {
    switch (key.key) {
    case Key::Character:
        return key.control || key.alt;
    case Key::Enter:
        return key.control;
    case Key::Up:
    case Key::Down:
    case Key::Left:
    case Key::Right:
    case Key::Home:
    case Key::End:
    case Key::Backspace:
    case Key::Delete:
        return false;
    default:
        return true;
    }
}

/// Handles keys while the list of a field is open.
void press_in_list(const Frame& frame, const KeyPress& key) {
    LessonList& list = *frame.ui.teaching.writing->list;
    const std::size_t last = lesson_choices(frame, list.field).names.size() - 1;
    switch (key.key) {
    case Key::Up:
        list.marked -= list.marked > 0 ? 1 : 0;
        break;
    case Key::Down:
        list.marked = std::min(list.marked + 1, last);
        break;
    case Key::Home:
        list.marked = 0;
        break;
    case Key::End:
        list.marked = last;
        break;
    case Key::Enter:
        choose_in_lesson(frame, list.field, list.marked);
        list.is_closing = true;
        break;
    default:
        list.is_closing = list.is_closing || key.key == Key::Escape || key.key == Key::Tab;
    }
}

/// Formats the text if the key does. Enter continues a list.
bool press_to_format(const Frame& frame, const KeyPress& key) {
    Writing& writing = *frame.ui.teaching.writing;
    if (!is_lesson_text(writing.field))
        return false;
    for (const FormattingInfo& one : formattings())
        if (matches(key, one.key)) {
            format_lesson_text(frame, writing.field, one.formatting);
            return true;
        }
    if (key.key != Key::Enter || key.control || key.shift || !continue_list(writing.edit))
        return false;
    writing.link.reset();
    take_typed_field(frame, false);
    return true;
}

bool press_in_lesson_field(const Frame& frame, const KeyPress& key) {
    Writing& writing = *frame.ui.teaching.writing;
    const LessonField field = writing.field;
    if (press_to_format(frame, key))
        return true;
    if (field.kind == FieldKind::Steps && !is_for_window(key)) {
        press_in_steps(frame, key);
        return true;
    }
    const bool is_choice = is_lesson_list(field);
    if (is_choice && (key.key == Key::Left || key.key == Key::Right)) {
        turn_choice(frame, field, key.key == Key::Right ? 1 : -1);
        return true;
    }
    const bool is_line = is_lesson_line(field) || is_choice;
    if (is_line && !key.control &&
        (key.key == Key::Enter || key.key == Key::Up || key.key == Key::Down)) {
        go_to_field(frame, key.key == Key::Up ? -1 : 1);
        return true;
    }
    if (is_choice || (key.key == Key::Enter && key.control))
        return !is_for_window(key);
    const bool is_meant = is_lesson_text(field) ? writing.edit.press(key, frame.clipboard)
                                                : writing.edit.line.press(key, frame.clipboard);
    if (is_meant) {
        writing.link.reset();
        take_typed_field(frame, key.key == Key::Backspace);
    }
    return is_meant || !is_for_window(key);
}

} // namespace

bool press_in_writing(const Frame& frame, const KeyPress& key) {
    Writing& writing = *frame.ui.teaching.writing;
    follow_lesson_step(frame);
    if (key.key == Key::Character && key.character == 's' && key.control && !key.alt) {
        if (key.shift)
            frame.outbox.post(AskWhereToSave{true});
        else
            frame.outbox.post(SaveLesson{});
        return true;
    }
    if (!writes_with_keys(frame.ui)) {
        // A field for a guess opens where a plate is selected; it leaves the key that adds a step.
        if (key.key == Key::Enter && key.control && frame.ui.editing &&
            std::holds_alternative<GuessTarget>(frame.ui.editing->target))
            frame.ui.editing.reset();
        return false;
    }
    if (writing.list && !writing.list->is_closing) {
        press_in_list(frame, key);
        return true;
    }
    if (writing.link && key.key == Key::Enter && !key.control) {
        take_number_link(frame);
        return true;
    }
    if (key.key == Key::Escape) {
        if (writing.drag)
            writing.drag.reset();
        else if (writing.link)
            writing.link.reset();
        else
            leave_lesson_fields(frame);
        return true;
    }
    if (key.key == Key::Tab && !key.control) {
        go_to_field(frame, key.shift ? -1 : 1);
        return true;
    }
    if (key.key == Key::F6) {
        leave_lesson_fields(frame);
        frame.ui.parts.at = WindowPart::SidePanel; // F6 then goes to the next part
        return false;
    }
    return press_for_lesson(frame, key) || press_in_lesson_field(frame, key);
}

void type_in_writing(const Frame& frame, const std::string& text) {
    Writing& writing = *frame.ui.teaching.writing;
    follow_lesson_step(frame);
    if (is_lesson_list(writing.field) && text == " " && (!writing.list || writing.list->is_closing))
        open_lesson_list(frame, writing.field);
    if (!is_lesson_line(writing.field) && !is_lesson_text(writing.field))
        return;
    if (text == " ")
        writing.typing.reset(); // Each word is a step of undo.
    if (is_lesson_text(writing.field))
        writing.edit.insert(text);
    else
        writing.edit.line.insert(text);
    take_typed_field(frame, true);
    writing.link = has_live_numbers(writing.field)
                       ? number_link(frame, writing.edit.text(), writing.edit.line.caret)
                       : std::nullopt;
}

} // namespace app
