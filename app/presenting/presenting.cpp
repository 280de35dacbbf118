// SPDX-License-Identifier: MIT
#include "app/presenting/presenting.h"

#include "app/editing/editing.h"
#include "app/editing/navigation.h"
#include "app/presenting/asking.h"
#include "core/document/covers.h"
#include "core/document/open_part.h"
#include "core/document/sheet.h"
#include "core/figure/backward_page.h"
#include "core/figure/step_figure.h"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>

namespace app {
namespace {

using namespace attn;
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

/// Hints for the room beside the page: the typed digits, and that numbers were changed.
std::vector<std::string> hints(const Frame& frame) {
    const Presenting& presenting = *frame.ui.teaching.presenting;
    if (!presenting.digits.empty())
        return {"go to step " + presenting.digits + ": Enter", "any other key cancels"};
    const Document& before =
        frame.ui.teaching.lesson ? frame.ui.teaching.lesson->document() : presenting.before;
    if (before == frame.document)
        return {};
    return {presenting.keeps_changes ? "changed, kept" : "changed: R resets, K keeps"};
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

figure::Page lesson_page(const LessonState& lesson, std::size_t at, const Document& document,
                         Prose text) {
    const LessonStep& step = lesson.opened->lesson.steps[at];
    figure::Page page;
    page.title = {{std::to_string(at + 1) + " · " + step.title, Tone::Strong}};
    const auto shown = shown_step(lesson.opened->lesson, at, document);
    if (shown)
        page.formula = formula(document, *shown);
    page.picture = lesson_picture(document, step.view, shown);
    page.text = std::move(text);
    return page;
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
                             action.id == "edit.redo" || action.menu == "Numbers";
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
        ((frame.view.selected && is_given(frame.document, frame.view.selected->sheet.stage)) ||
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
        page = lesson_page(*lesson, lesson->step, frame.shown().document, lesson_prose(frame));
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
                  lesson_page(lesson, at, document, own_prose(lesson, at, step.text, view))};
}

Prose speaker_prose(const Frame& frame) {
    if (!frame.ui.teaching.lesson)
        return {};
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

} // namespace app
