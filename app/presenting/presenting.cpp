// SPDX-License-Identifier: MIT
#include "app/presenting/presenting.h"

#include "app/actions/palette_rows.h"
#include "app/authoring/authoring.h"
#include "app/editing/editing.h"
#include "app/editing/navigation.h"
#include "app/explaining/covering.h"
#include "app/explaining/lighting.h"
#include "app/session/session.h"
#include "app/starting/start_page.h"
#include "core/base/number_text.h"
#include "core/base/utf8.h"
#include "core/document/model/covers.h"
#include "core/document/model/open_part.h"
#include "core/document/model/sheet.h"
#include "core/document/telling/lesson.h"
#include "core/document/telling/mistake.h"
#include "core/figure/base/text.h"
#include "core/figure/pages/page.h"
#include "core/figure/pages/pages.h"
#include "core/figure/pages/step_figure.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace app {
namespace {

using namespace attn;

const LessonQuestion* question(const Frame& frame) {
    const auto& lesson = frame.ui.teaching.lesson;
    return lesson && lesson->current().question ? &*lesson->current().question : nullptr;
}

Answering& so_far(const Frame& frame) {
    return frame.ui.teaching.lesson->asking.so_far;
}

} // namespace

std::optional<Asked> lesson_question(const Frame& frame) {
    if (!question(frame) || !frame.is_shown())
        return std::nullopt;
    const LessonState& lesson = *frame.ui.teaching.lesson;
    auto found =
        asked(*lesson.opened, lesson.step, frame.exact().document, frame.exact().trace, frame.view);
    return found ? std::optional(*std::move(found)) : std::nullopt;
}

bool has_open_question(const Frame& frame) {
    return question(frame) && !so_far(frame).is_answered;
}

bool asks_for_choice(const Frame& frame) {
    return has_open_question(frame) && (question(frame)->kind == LessonQuestion::Kind::Choice ||
                                        question(frame)->kind == LessonQuestion::Kind::Word);
}

bool asks_for_number(const Frame& frame) {
    return has_open_question(frame) && question(frame)->kind == LessonQuestion::Kind::Number;
}

namespace {

/// Shows the class what the given answer tells, if the document covers it.
void reveal_answer(const Frame& frame) {
    if (!so_far(frame).is_answered)
        return;
    const auto region = told_by_answer(*question(frame));
    const auto cells = region ? cells_of(frame.document, *region) : std::nullopt;
    if (cells && has_covered(frame.document, *cells))
        reveal(frame, *cells);
}

} // namespace

void answer_by_choice(const Frame& frame, std::size_t choice) {
    const auto asked = lesson_question(frame);
    if (!asked || choice >= asked->choices.size() || so_far(frame).is_answered)
        return;
    so_far(frame).take(verdict(asked->choices[choice]));
    reveal_answer(frame);
}

void answer_by_number(const Frame& frame, Real number) {
    if (!asks_for_number(frame) || !frame.settle())
        return;
    const LessonQuestion& asked = *question(frame);
    const Calculation& exact = frame.exact();
    if (!exists(exact.document, asked.place))
        return;
    Verdict said = verdict(asked, number, exact.document, exact.trace, frame.view);
    if (!said.is_right)
        for (const std::string& slip :
             slips(exact.document, exact.trace, asked.place, number, frame.view.numbers))
            said.text.push_back({" " + slip});
    so_far(frame).take(std::move(said));
    reveal_answer(frame);
}

bool has_hint(const Frame& frame) {
    if (!has_open_question(frame))
        return false;
    const auto asked = lesson_question(frame);
    return asked && so_far(frame).hints < asked->hints.size();
}

void show_hint(const Frame& frame) {
    if (has_hint(frame))
        so_far(frame).show_hint();
}

void show_answer(const Frame& frame) {
    if (!has_open_question(frame))
        return;
    so_far(frame).show_answer();
    reveal_answer(frame);
}

void count_guess(const Frame& frame, std::size_t choice) {
    const auto asked = lesson_question(frame);
    if (asked && choice < asked->choices.size())
        frame.ui.teaching.lesson->asking.guesses.push_back(choice);
}

bool take_guess_back(const Frame& frame) {
    if (!has_open_question(frame) || frame.ui.teaching.lesson->asking.guesses.empty())
        return false;
    frame.ui.teaching.lesson->asking.guesses.pop_back();
    return true;
}

std::optional<figure::PageQuestion> page_question(const Frame& frame) {
    const auto asked = lesson_question(frame);
    if (!asked)
        return std::nullopt;
    const Asking& now = frame.ui.teaching.lesson->asking;
    figure::PageQuestion page{asked->ask, {}, {}, asked->hints};
    page.said = said(now.so_far, *question(frame), *asked, frame.view.selected,
                     frame.exact().document, frame.exact().trace);
    page.sayings.push_back(asked->answer);
    for (std::size_t at = 0; at < asked->choices.size(); ++at) {
        const Choice& choice = asked->choices[at];
        const auto guesses = std::count(now.guesses.begin(), now.guesses.end(), at);
        page.choices.push_back(
            {choice.text, static_cast<int>(guesses), now.so_far.is_answered && choice.is_right});
    }
    if (frame.ui.teaching.presenting && frame.ui.editing &&
        std::holds_alternative<AnswerTarget>(frame.ui.editing->target))
        page.said = {{"You type "}, {frame.ui.editing->line.text, Tone::Number}};
    return page;
}

namespace {

using Blank = Presenting::Blank;

void leave_typing(const Frame& frame) {
    if (frame.ui.editing && !finish_editing(frame))
        frame.ui.editing.reset();
}

/// Whether the key belongs to the number that is typed over; see the header.
bool press_in_number(const Frame& frame, const KeyPress& key) {
    if (key.key == Key::Character && !key.control && !key.alt)
        return std::string("bwh ").find(key.character) == std::string::npos;
    switch (key.key) {
    case Key::Enter:
        finish_editing(frame);
        return true;
    case Key::Escape:
        cancel_editing(frame);
        return true;
    case Key::Left:
    case Key::Right:
    case Key::Home:
    case Key::End:
    case Key::Backspace:
    case Key::Delete:
        frame.ui.editing->line.press(key, frame.clipboard);
        frame.ui.editing->fault.clear();
        return true;
    default:
        return false;
    }
}

void jump(const Frame& frame) {
    std::string& digits = frame.ui.teaching.presenting->digits;
    int number = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), number);
    digits.clear();
    go_to_step(frame, number);
}

/// Whether more was changed than what is covered.
bool has_other_numbers(const Document& before, const Document& now) {
    if (before == now)
        return false;
    Document revealed = now;
    revealed.covers = before.covers;
    return revealed != before;
}

/// How the open question is answered, and how its answer is shown.
std::vector<std::string> hints_of_question(const Frame& frame) {
    std::vector<std::string> list;
    switch (question(frame)->kind) {
    case LessonQuestion::Kind::Choice:
    case LessonQuestion::Kind::Word:
        if (const auto asked = lesson_question(frame))
            list.push_back("1 to " + std::to_string(asked->choices.size()) +
                           ", or clicks, count votes");
        break;
    case LessonQuestion::Kind::Number:
        list.emplace_back("type the number, Enter");
        break;
    case LessonQuestion::Kind::Cell:
        list.emplace_back("click the number");
        break;
    }
    list.emplace_back(frame.document.covers.empty() ? "Space shows the answer" : "Space reveals");
    if (has_hint(frame))
        list.emplace_back("I hint");
    return list;
}

/// Hints for the room beside the page: the typed digits, that numbers were changed, how a question
/// is answered, and the first keys.
std::vector<std::string> hints(const Frame& frame) {
    const Presenting& presenting = *frame.ui.teaching.presenting;
    if (!presenting.digits.empty())
        return {"go to step " + presenting.digits + ": Enter", "any other key cancels"};
    const Document& before =
        frame.ui.teaching.lesson ? frame.ui.teaching.lesson->document() : presenting.before;
    if (has_other_numbers(before, frame.document))
        return {presenting.keeps_changes ? "changed, kept" : "changed: R resets, K keeps",
                "F1 keys"};
    if (has_open_question(frame))
        return hints_of_question(frame);
    // On the first step, where there is no progress to show yet.
    return current_step(frame) == step_numbers(frame).front()
               ? std::vector<std::string>{"Page down goes on", "F1 keys", "Esc leaves"}
               : std::vector<std::string>{};
}

/// Whether a plate was clicked, so that a typed number is a guess.
bool is_on_plate(const Frame& frame) {
    const std::optional<Place>& at = frame.view.selected;
    return at && exists(frame.document, *at) && is_covered(frame.document, *at);
}

bool begins_number(const std::string& text) {
    return text.size() == 1 &&
           std::string_view("0123456789.,+-(").find(text[0]) != std::string_view::npos;
}

figure::Picture lesson_picture(const Document& document, const LessonView& view,
                               const std::optional<Step>& step) {
    if (step)
        return figure::picture_of(document, *step);
    figure::Picture picture;
    for (const SheetId& sheet : view.figure)
        picture.columns.push_back(
            {{sheet.stage, view.is_query_row, false, sheet.layer, sheet.is_cross}});
    return picture;
}

/// The text with the numbers of the lesson's own document for the step.
Prose own_prose(const LessonState& lesson, std::size_t at, const LessonText& text,
                const View& view) {
    const OpenedLesson& opened = *lesson.opened;
    const auto own = filled(opened, at, text, opened.documents[at], opened.traces[at], view);
    if (own)
        return *own;
    return Prose{{own.error().text()}};
}

bool is_backward(const Frame& frame) {
    const auto& presenting = frame.ui.teaching.presenting;
    return presenting && presenting->is_backward && !frame.ui.teaching.lesson;
}

std::size_t backward_pages(const Frame& frame) {
    const auto& sensing = frame.ui.sensing;
    return frame.is_shown() && sensing && sensing->found
               ? figure::backward_page_count(frame.shown().document, frame.view, *sensing->found)
               : 0;
}

/// The page of a step of the gradient or of the calculation.
figure::Page page_of_number(const Frame& frame, int number) {
    const Calculation& shown = frame.shown();
    return is_backward(frame)
               ? figure::backward_page(shown.document, frame.view, frame.ui.sensing->found,
                                       static_cast<std::size_t>(number) - 1)
               : figure::page_of(shown.document, shown.trace, frame.view,
                                 step_of(shown.document, number));
}

} // namespace

bool has_backward_pages(const Frame& frame) {
    return backward_pages(frame) > 0;
}

void press_while_presenting(const Frame& frame, const KeyPress& key,
                            const std::vector<Action>& actions) {
    Presenting& presenting = *frame.ui.teaching.presenting;
    if (presenting.blank != Blank::None) {
        if (!key.is_repeat)
            presenting.blank = Blank::None;
        return;
    }
    if (key.key == Key::Escape && cancel_drag(frame))
        return;
    if (frame.ui.editing && press_in_number(frame, key))
        return;
    if (key.key == Key::Backspace && presenting.digits.empty() && take_guess_back(frame))
        return;
    if (!presenting.digits.empty() && !key.is_repeat) {
        if (key.key == Key::Enter)
            return jump(frame);
        if (key.key == Key::Backspace)
            return presenting.digits.pop_back();
    }
    for (const Action& action : actions) {
        const bool is_ours = action.menu == "Presenting" || action.id == "edit.undo" ||
                             action.id == "edit.redo" || action.menu == "Numbers" ||
                             opens_over_page(action);
        if (!is_ours)
            continue;
        for (const KeyPress& shortcut : action.shortcuts)
            if (matches(key, shortcut) && action.is_enabled(frame)) {
                leave_typing(frame);
                presenting.digits.clear();
                // A key held down by mistake must not run through the lecture.
                if (!key.is_repeat)
                    action.run(frame);
                return;
            }
    }
}

void type_while_presenting(const Frame& frame, const std::string& text) {
    Presenting& presenting = *frame.ui.teaching.presenting;
    if (frame.ui.editing) {
        if (text != " ")
            frame.ui.editing->line.insert(text);
        frame.ui.editing->fault.clear();
        return;
    }
    // The beginning of a number is typed into the selected input, if there is one.
    if (presenting.blank == Blank::None && presenting.digits.empty() && begins_number(text) &&
        ((frame.view.selected && is_given(frame.document, frame.view.selected->sheet)) ||
         is_on_plate(frame))) {
        type_on_canvas(frame, text);
        return;
    }
    if (presenting.blank == Blank::None && asks_for_number(frame) && begins_number(text)) {
        begin_editing(frame, AnswerTarget{}, text);
        return;
    }
    const bool is_digit = text.size() == 1 && text[0] >= '0' && text[0] <= '9';
    if (presenting.blank == Blank::None && asks_for_choice(frame) && is_digit) {
        if (text[0] > '0')
            count_guess(frame, static_cast<std::size_t>(text[0] - '1'));
        return;
    }
    if (presenting.blank == Blank::None && is_digit && presenting.digits.size() < 3)
        presenting.digits += text;
}

std::vector<int> step_numbers(const Frame& frame) {
    std::vector<int> numbers;
    const std::size_t count = frame.ui.teaching.lesson
                                  ? frame.ui.teaching.lesson->opened->lesson.steps.size()
                                  : std::max<std::size_t>(1, backward_pages(frame));
    if (frame.ui.teaching.lesson || is_backward(frame))
        for (std::size_t at = 0; at < count; ++at)
            numbers.push_back(static_cast<int>(at) + 1);
    else
        for (const NumberedStep& one : numbered_steps(frame.document))
            numbers.push_back(one.number);
    return numbers;
}

int current_step(const Frame& frame) {
    if (frame.ui.teaching.lesson)
        return static_cast<int>(frame.ui.teaching.lesson->step) + 1;
    return frame.ui.teaching.presenting ? frame.ui.teaching.presenting->step
                                        : frame.ui.teaching.last_step;
}

int first_step(const Frame& frame) {
    if (!frame.ui.teaching.lesson && !has_backward_pages(frame))
        for (const NumberedStep& one : numbered_steps(frame.document))
            if (one.step.part == part_index(frame.document, frame.view))
                return one.number;
    return 1;
}

void go_to_step(const Frame& frame, int wanted) {
    const auto numbers = step_numbers(frame);
    const auto at = std::lower_bound(numbers.begin(), numbers.end(), wanted);
    const int found = at == numbers.end() ? numbers.back() : *at;
    if (frame.ui.teaching.lesson) {
        frame.outbox.post(ShowLessonStep{static_cast<std::size_t>(found - 1)});
        return;
    }
    if (!is_backward(frame)) {
        frame.ui.teaching.last_step = found;
        open_part(frame.document, step_of(frame.document, found).part, frame.view);
    }
    if (frame.ui.teaching.presenting)
        frame.ui.teaching.presenting->step = found;
}

void go_to_next_step(const Frame& frame) {
    const auto numbers = step_numbers(frame);
    const auto at = std::upper_bound(numbers.begin(), numbers.end(), current_step(frame));
    if (at != numbers.end())
        go_to_step(frame, *at);
}

void go_to_previous_step(const Frame& frame) {
    const auto numbers = step_numbers(frame);
    const auto at = std::lower_bound(numbers.begin(), numbers.end(), current_step(frame));
    if (at != numbers.begin())
        go_to_step(frame, *(at - 1));
}

Prose lesson_prose(const Frame& frame) {
    const LessonState& lesson = *frame.ui.teaching.lesson;
    const LessonText& text = lesson.current().text;
    if (frame.is_shown())
        if (const auto live = filled(*lesson.opened, lesson.step, text, frame.shown().document,
                                     frame.shown().trace, frame.view))
            return *live;
    return own_prose(lesson, lesson.step, text, view_of(lesson.current(), View{}));
}

bool has_page(const Frame& frame) {
    if (is_backward(frame)) {
        const auto page = static_cast<std::size_t>(current_step(frame));
        return page <= backward_pages(frame) &&
               exists(frame.shown().document, frame.ui.sensing->of);
    }
    return frame.is_shown() && steps(frame.shown().document) == steps(frame.document);
}

ThemeName presenting_theme(const View& view) {
    return view.theme == ThemeName::Dark ? ThemeName::Dark : ThemeName::Projector;
}

figure::Page presented_page(const Frame& frame) {
    figure::Page page;
    if (const auto& lesson = frame.ui.teaching.lesson) {
        page = figure::page_of_lesson(*lesson->opened, lesson->step, frame.shown().document,
                                      frame.view, lesson_prose(frame));
        page.question = page_question(frame);
    } else {
        page = page_of_number(frame, current_step(frame));
    }
    page.at = current_step(frame);
    page.count = step_numbers(frame).back();
    page.hints = hints(frame);
    return page;
}

std::optional<PageOf> next_page(const Frame& frame) {
    const auto numbers = step_numbers(frame);
    const auto next = std::upper_bound(numbers.begin(), numbers.end(), current_step(frame));
    if (next == numbers.end())
        return std::nullopt;
    const Calculation& shown = frame.shown();
    if (!frame.ui.teaching.lesson)
        return PageOf{shown.document, shown.trace, frame.view, page_of_number(frame, *next)};
    const LessonState& lesson = *frame.ui.teaching.lesson;
    const std::size_t at = lesson.step + 1;
    const LessonStep& step = lesson.opened->lesson.steps[at];
    const Document& document = lesson.opened->documents[at];
    const View view = view_of(step, frame.view);
    return PageOf{document, lesson.opened->traces[at], view,
                  figure::page_of_lesson(*lesson.opened, at, document, view,
                                         own_prose(lesson, at, step.text, view))};
}

namespace {

/// The document's notes. A report of an import is longer than a page: it is cut.
Prose notes_prose(const std::string& notes) {
    constexpr std::size_t most = 1500;
    std::string text = valid_utf8(notes);
    if (text.size() > most) {
        std::size_t end = most;
        while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80)
            --end;
        text = text.substr(0, end) + " …";
    }
    // An empty line stays one.
    for (std::size_t at = text.find("\n\n"); at != std::string::npos;
         at = text.find("\n\n", at + 1))
        text.insert(at + 1, "\u00A0");
    // Notes are Markdown: what stands between two ** is strong.
    Prose prose;
    for (std::size_t at = 0, piece = 0; at < text.size(); ++piece) {
        const std::size_t end = std::min(text.find("**", at), text.size());
        if (end > at)
            prose.push_back({figure::escape(text.substr(at, end - at)),
                             piece % 2 == 1 ? Tone::Strong : Tone::Text});
        at = end + 2;
    }
    return prose;
}

} // namespace

Prose speaker_prose(const Frame& frame) {
    if (!frame.ui.teaching.lesson)
        return notes_prose(frame.document.notes);
    const LessonState& lesson = *frame.ui.teaching.lesson;
    const LessonStep& step = lesson.current();
    return own_prose(lesson, lesson.step, step.notes, view_of(step, View{}));
}

std::optional<Place> first_covered_on_page(const Frame& frame) {
    if (is_backward(frame) || !frame.is_shown())
        return std::nullopt;
    const Document& document = frame.document;
    const auto& lesson = frame.ui.teaching.lesson;
    const figure::Picture picture =
        lesson ? lesson_picture(document, lesson->current().view,
                                shown_step(lesson->opened->lesson, lesson->step, document))
               : figure::picture_of(document, step_of(document, current_step(frame)));
    View opened = frame.view;
    open_part(document, picture.part.value_or(0), opened);
    const OpenPart open(frame.shown().document, frame.shown().trace, opened);
    for (const auto& column : picture.columns)
        for (const figure::Part& part : column) {
            SheetId sheet = sheet_of_head(document, part.stage, frame.view.head);
            sheet.layer = part.layer;
            if (picture.part)
                sheet = open.in_whole(sheet);
            if (!exists(document, sheet))
                continue;
            const Shape shape = shape_of(document, sheet);
            const bool is_row = part.is_query_row && frame.view.query < shape.rows;
            if (const auto place =
                    first_covered(document, {sheet, is_row ? frame.view.query : 0, 0,
                                             is_row ? Index{1} : shape.rows, shape.columns}))
                return place;
        }
    return std::nullopt;
}

namespace {

/// Shows a step with the lesson's document, whatever was tried in the step before.
void show_step(Session& session, std::size_t step) {
    LessonState& lesson = *session.ui.teaching.lesson;
    lesson.step = step;
    lesson.pointed_phrase = lesson.pointed_place = lesson.chosen_phrase = 0;
    lesson.shows_whole_canvas = false;
    lesson.asking = {};
    if (session.ui.teaching.writing) { // Pins that are being written do not move the canvas.
        const LessonView& shown = lesson.current().view;
        lesson.shows_whole_canvas = !shown.step && shown.figure.empty();
    } else {
        LessonProgress& progress = session.ui.starting.lessons[lesson.opened->lesson.name];
        progress.step = step;
        progress.is_done = progress.is_done || step + 1 == lesson.opened->lesson.steps.size();
    }
    session.ui.expected.reset();
    if (session.ui.editing && std::holds_alternative<AnswerTarget>(session.ui.editing->target))
        session.ui.editing.reset();
    const std::string& title = lesson.opened->lesson.title;
    io::Origin from{title, "", std::nullopt, lesson.document()};
    from.is_passing = true;
    (void)session.work.record(io::Opened{std::move(from), "Lesson: " + title, lesson.gesture});
    session.view.numbers = lesson.numbers;
    session.view = view_of(lesson.current(), session.view);
    session.view.selected.reset();
    leave_light(session.ui);
    const std::string& wanted = lesson.current().view.page;
    const auto* const page =
        wanted.empty() ? nullptr : figure::page_with_id(figure::canvas_pages(), wanted);
    session.ui.window.page = page ? page->id : page_id::forward; // with what the step is about
    session.ui.dragging.let_go();
}

} // namespace

void present(Session& session, Present wanted) {
    if (wanted == Present::Start || wanted == Present::Resume) {
        if (step_numbers(session.frame()).empty()) {
            session.ui.message = Message{
                "Nothing is computed here that steps could tell: its stages are given", false};
            return;
        }
        Presenting presenting;
        presenting.before = session.document();
        if (session.ui.teaching.lesson)
            presenting.began_at = session.ui.teaching.lesson->step;
        presenting.was_full_screen = session.ui.window.full_screen;
        presenting.began = std::time(nullptr);
        presenting.step =
            wanted == Present::Resume ? session.ui.teaching.last_step : first_step(session.frame());
        presenting.is_backward = wanted == Present::Start && !session.ui.teaching.lesson &&
                                 has_backward_pages(session.frame());
        session.ui.teaching.presenting = std::move(presenting);
        session.ui.window.full_screen = true;
        session.ui.cards.help_open = false;
        session.ui.cards.palette.reset();
        session.ui.message.reset();
        session.view.selected.reset();
        if (!session.ui.teaching.lesson) // The options may have removed the step since.
            go_to_step(session.frame(), session.ui.teaching.presenting->step);
        return;
    }
    if (!session.ui.teaching.presenting)
        return;
    const Presenting& presenting = *session.ui.teaching.presenting;
    // What is tried while a lesson is written is there again after presenting, if its step is open.
    const bool is_told =
        session.ui.teaching.lesson &&
        (!session.ui.teaching.writing || session.ui.teaching.lesson->step != presenting.began_at);
    const Document& before = is_told ? session.ui.teaching.lesson->document() : presenting.before;
    const bool takes_back =
        has_other_numbers(before, session.document()) && !presenting.keeps_changes;
    if (wanted == Present::Reset || !presenting.keeps_changes)
        (void)session.work.record(io::Brought{before,
                                              wanted == Present::Reset
                                                  ? "Reset what was changed while presenting"
                                                  : "Leave the presentation",
                                              0});
    if (wanted == Present::Reset)
        return;
    if (takes_back)
        session.ui.message = Message{
            "Your changes while presenting were taken back; Ctrl+Z brings them back.", false};
    session.ui.cards.help_open = false;
    session.ui.cards.palette.reset();
    session.ui.window.full_screen = presenting.was_full_screen;
    session.ui.dragging.let_go();
    session.ui.editing.reset();
    session.view.selected.reset();
    session.ui.teaching.presenting.reset();
}

void close_lesson(Session& session) {
    if (!session.ui.teaching.lesson)
        return;
    session.view.numbers = session.ui.teaching.lesson->numbers;
    session.view.show_row_sums = session.ui.teaching.lesson->show_row_sums;
    session.ui.teaching.lesson.reset();
}

void ask_to_leave_lesson(const Frame& frame) {
    const Teaching& teaching = frame.ui.teaching;
    if (!teaching.lesson || teaching.writing)
        return;
    frame.ui.question = Question{
        "Leave “" + figure::plain_text(teaching.lesson->opened->lesson.title) + "”?",
        "The numbers of this step stay. Undo brings back the document from before the lesson.",
        {{"close", "Leave the lesson", {CloseLesson{}}}, {"stay", "Stay here", {}}}};
}

void open_lesson(Session& session, const OpenLesson& wanted) {
    if (asks_to_save_lesson(session, wanted))
        return;
    session.ui.teaching.writing.reset();
    begin_lesson(session, wanted);
}

void begin_lesson(Session& session, const OpenLesson& wanted) {
    leave_start_page(session.ui);
    if (session.ui.teaching.lesson)
        close_lesson(session);
    session.ui.teaching.lesson = LessonState{wanted.lesson,
                                             0,
                                             ++session.ui.dragging.last_gesture,
                                             session.view.numbers,
                                             session.view.show_row_sums,
                                             0,
                                             0,
                                             0,
                                             false,
                                             false,
                                             {},
                                             wanted.path};
    session.ui.message.reset();
    show_step(session, 0);
}

void show_lesson_step(Session& session, const ShowLessonStep& wanted) {
    const auto& lesson = session.ui.teaching.lesson;
    if (lesson && wanted.step < lesson->opened->lesson.steps.size())
        show_step(session, wanted.step);
}

namespace {

std::tm local(std::time_t time) {
    std::tm parts{};
    (void)localtime_r(&time, &parts);
    return parts;
}

std::string clock(std::time_t time) {
    const std::tm parts = local(time);
    std::array<char, 8> text{};
    (void)std::strftime(text.data(), text.size(), "%H:%M", &parts);
    return text.data();
}

} // namespace

void toggle_speaker_window(const Frame& frame) {
    Presenting& presenting = *frame.ui.teaching.presenting;
    presenting.has_speaker_window = !presenting.has_speaker_window;
}

namespace {

/// The covered numbers, as far as frames still tell them apart.
std::vector<Place> covered_places(const Document& document) {
    constexpr std::size_t most = 100;
    std::vector<Place> places;
    for (const Region& region : document.covers)
        if (const auto cells = cells_of(document, region))
            for (Index row = 0; row < cells->rows; ++row)
                for (Index column = 0; column < cells->columns && places.size() < most; ++column)
                    places.push_back({cells->sheet, cells->row + row, cells->column + column});
    return places;
}

} // namespace

figure::Figure speaker_figure(const Frame& frame, figure::Size shape, figure::Size size,
                              const figure::Measure& measure, std::time_t now) {
    const Presenting& presenting = *frame.ui.teaching.presenting;
    View view = frame.view;
    view.theme = presenting_theme(view);
    const auto maker = [&](const Document& document, const Trace& trace, View of_page,
                           figure::Page made) {
        of_page.theme = view.theme;
        return [&document, &trace, of_page, made, &measure](figure::Size room) {
            return figure::page_figure(document, trace, of_page, made, {room, measure});
        };
    };
    figure::SpeakerPage page;
    page.shape = shape;
    // The speaker sees what the room does not: covered numbers, in a frame.
    Document open = frame.exact().document;
    View of_now = view;
    for (const Place& place : covered_places(open))
        of_now.marked.push_back(place);
    open.covers.clear();
    page.now = maker(open, frame.exact().trace, of_now, presented_page(frame));
    if (const auto next = next_page(frame))
        page.next = maker(next->document, next->trace, next->view, next->page);
    page.step = "Step " + std::to_string(current_step(frame)) + " of " +
                std::to_string(step_numbers(frame).back());
    page.clock = clock(now);
    page.elapsed = std::to_string((now - presenting.began) / 60) + " min";
    page.notes = speaker_prose(frame);
    return figure::speaker_page(page, view, size, measure);
}

double seconds_to_next_minute(std::time_t now) {
    return 60 - local(now).tm_sec;
}

} // namespace app
