// SPDX-License-Identifier: MIT
#include "app/presenting/present_requests.h"

#include "app/presenting/presenting.h"
#include "app/session/session.h"
#include "app/starting/start_page.h"

#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace app {
namespace {

using namespace attn;

/// Shows a step with the lesson's document, whatever was tried in the step before.
void show_step(Session& session, std::size_t step) {
    LessonState& lesson = *session.ui.teaching.lesson;
    lesson.step = step;
    lesson.pointed_pin = lesson.chosen_pin = 0;
    lesson.asking = {};
    LessonProgress& progress = session.ui.starting.lessons[lesson.opened->lesson.name];
    progress.step = step;
    progress.is_done = progress.is_done || step + 1 == lesson.opened->lesson.steps.size();
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
    session.ui.window.enlarged.reset();
    session.ui.dragging.let_go();
}

} // namespace

void present(Session& session, Present wanted) {
    if (wanted == Present::Start || wanted == Present::Resume) {
        Presenting presenting;
        presenting.before = session.document();
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
    const Document& before =
        session.ui.teaching.lesson ? session.ui.teaching.lesson->document() : presenting.before;
    if (wanted == Present::Reset || !presenting.keeps_changes)
        (void)session.work.record(io::Brought{before,
                                              wanted == Present::Reset
                                                  ? "Reset what was changed while presenting"
                                                  : "Leave the presentation",
                                              0});
    if (wanted == Present::Reset)
        return;
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

void open_lesson(Session& session, const OpenLesson& wanted) {
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
                                             {}};
    session.ui.message.reset();
    show_step(session, 0);
}

void show_lesson_step(Session& session, const ShowLessonStep& wanted) {
    const auto& lesson = session.ui.teaching.lesson;
    if (lesson && wanted.step < lesson->opened->lesson.steps.size())
        show_step(session, wanted.step);
}

} // namespace app
