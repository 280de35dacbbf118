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
#include "core/figure/page.h"

#include <optional>
#include <vector>

namespace app {

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

} // namespace app
