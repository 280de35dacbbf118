// SPDX-License-Identifier: MIT
// Presenting: one step in large type fills the screen; a clicker steps whatever has the focus. The
// steps come from the lesson, from the gradient on the canvas, or from the calculation.
//
// While a number is typed over, the keys that write or move in it (digits, signs, letters except B,
// W and H, Left, Right, Home, End, Backspace, Enter, Esc) belong to it. Every other key of the
// presentation enters the number if it is valid, else drops it, and then does its work.
// Digits are collected and shown; Enter jumps to the step of that number. Tab chooses the query
// word, as does a click on a row's name. If a lesson asks for one of several answers, a digit
// counts a guess of the room and Backspace takes it back; if it asks for a number, that is typed.
// While the screen is blank, any key only shows it again.
#pragma once

#include "app/actions/actions.h"
#include "app/session/frame.h"
#include "app/session/outbox.h"
#include "core/document/telling/lesson.h"
#include "core/figure/base/figure.h"
#include "core/figure/pages/page.h"

#include <cstddef>
#include <ctime>
#include <optional>
#include <vector>

namespace app {

// The question of a lesson's step: answers, guesses of the room, hints and the solution.

/// The question of the open step with its answer for the present document. Nothing if the step has
/// no question or the place it asks about is gone.
std::optional<attn::Asked> lesson_question(const Frame& frame);
/// Whether the open step has a question that is not answered yet.
bool has_open_question(const Frame& frame);
bool asks_for_choice(const Frame& frame);
bool asks_for_number(const Frame& frame);

/// Answers with one of the choices, counted from 0. A right answer ends the question.
void answer_by_choice(const Frame& frame, std::size_t choice);
void answer_by_number(const Frame& frame, attn::Real number);
void show_hint(const Frame& frame);
bool has_hint(const Frame& frame);
void show_answer(const Frame& frame);

/// Adds a guess of the room for this choice.
void count_guess(const Frame& frame, std::size_t choice);
/// Removes the last guess; returns whether there was one.
bool take_guess_back(const Frame& frame);

/// The question for the presented page, with the answers so far.
std::optional<attn::figure::PageQuestion> page_question(const Frame& frame);

void press_while_presenting(const Frame& frame, const KeyPress& key,
                            const std::vector<Action>& actions);
void type_while_presenting(const Frame& frame, const std::string& text);

/// Whether the canvas shows a gradient that can be presented stage by stage.
bool has_backward_pages(const Frame& frame);

/// Returns the numbers of the available steps: from 1 on for a lesson or gradient, else the numbers
/// of the calculation's steps.
std::vector<int> step_numbers(const Frame& frame);
int current_step(const Frame& frame);
/// The first step about the part of the document that is open; for a lesson its first step.
int first_step(const Frame& frame);
/// Goes to the step of this number, or to the next one that exists.
void go_to_step(const Frame& frame, int number);
void go_to_next_step(const Frame& frame);
void go_to_previous_step(const Frame& frame);

/// The lesson's text now. If changes removed a place that it names, it uses the lesson's own
/// document.
attn::Prose lesson_prose(const Frame& frame);
/// Whether the shown document has the presented step, and so a page for it.
bool has_page(const Frame& frame);
/// The first covered number in reading order on the presented page.
std::optional<attn::Place> first_covered_on_page(const Frame& frame);
/// Dark if the window is dark, so that nothing flashes; else black on white for a bright room.
attn::ThemeName presenting_theme(const attn::View& view);
/// The presented page. Call only while there is one.
attn::figure::Page presented_page(const Frame& frame);

/// A page and the data it is drawn from.
struct PageOf {
    const attn::Document& document;
    const attn::Trace& trace;
    attn::View view;
    attn::figure::Page page;
};
/// The page after the presented one; nothing after the last. Call only while there is a page.
std::optional<PageOf> next_page(const Frame& frame);
/// The speaker's notes for the lesson's step, with the numbers of its own document; empty if there
/// are none.
attn::Prose speaker_prose(const Frame& frame);

// Requests that begin and end a presentation or a lesson, and undo the changes made meanwhile.

struct Session;

void present(Session& session, Present wanted);
/// Asks first, if a lesson that is being written is not saved.
void open_lesson(Session& session, const OpenLesson& wanted);
void begin_lesson(Session& session, const OpenLesson& wanted);
void show_lesson_step(Session& session, const ShowLessonStep& wanted);
void close_lesson(Session& session);
/// Asks whether to close the open lesson, unless it is being written.
void ask_to_leave_lesson(const Frame& frame);

// What the speaker's window shows while a step fills the room's screen.

/// Opens or closes the speaker's window. It is closed when presenting begins.
void toggle_speaker_window(const Frame& frame);

/// Draws the figure of the speaker's window. Call only while there is a page (presenting.h).
/// `shape`: the size of the audience's screen. `now`: the time of day.
attn::figure::Figure speaker_figure(const Frame& frame, attn::figure::Size shape,
                                    attn::figure::Size size, const attn::figure::Measure& measure,
                                    std::time_t now);

/// The seconds until the clock shows another time.
double seconds_to_next_minute(std::time_t now);

} // namespace app
