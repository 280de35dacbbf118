// SPDX-License-Identifier: MIT
// Presenting: one step in large type fills the screen; a clicker steps whatever has the focus. The
// steps are those of the lesson, of the gradient that the canvas shows, or of the calculation.
//
// While a number is typed over, the keys that write or move in it (digits, signs, letters but B, W
// and H, Left, Right, Home, End, Backspace, Enter, Esc) belong to it. Every other key of the
// presentation enters the number if it can be entered, drops it if not, and does its work.
// Digits are collected and shown; Enter goes to the step of that number. Tab chooses the query
// word, and so does a click on a row's name. Where a lesson asks for one of several answers, a
// digit counts a guess of the room and Backspace takes it back; a number that is asked for is
// typed. While the screen is blank any key shows it again and does nothing else.
#pragma once

#include "app/actions/actions.h"
#include "core/figure/page.h"

#include <optional>
#include <vector>

namespace app {

void press_while_presenting(const Frame& frame, const KeyPress& key,
                            const std::vector<Action>& actions);
void type_while_presenting(const Frame& frame, const std::string& text);

/// Whether a gradient is shown that can be presented stage by stage.
bool has_backward_pages(const Frame& frame);

/// The numbers of the steps there are: of the lesson or of the gradient from 1 on, or of the
/// calculation.
std::vector<int> step_numbers(const Frame& frame);
int current_step(const Frame& frame);
/// The first step that tells the part of the document that is open; of a lesson its first.
int first_step(const Frame& frame);
/// The step of this number, or the next one there is.
void go_to_step(const Frame& frame, int number);
void go_to_next_step(const Frame& frame);
void go_to_previous_step(const Frame& frame);

/// What the lesson says now. After changes that took a place away it speaks of its own document.
attn::Prose lesson_prose(const Frame& frame);
/// Whether what is seen has the step that is presented, and so a page of it.
bool has_page(const Frame& frame);
/// The covered number that is read first on the presented page.
std::optional<attn::Place> first_covered_on_page(const Frame& frame);
/// Dark where the window is, so that nothing flashes; else black on white for a bright room.
attn::ThemeName presenting_theme(const attn::View& view);
/// The page that is presented; only while there is one.
attn::figure::Page presented_page(const Frame& frame);

/// A page and what it is drawn from.
struct PageOf {
    const attn::Document& document;
    const attn::Trace& trace;
    attn::View view;
    attn::figure::Page page;
};
/// That of the step after the presented one; nothing after the last. Only while there is a page.
std::optional<PageOf> next_page(const Frame& frame);
/// The notes of the lesson's step for the speaker, with the numbers of its own document; empty
/// where there are none.
attn::Prose speaker_prose(const Frame& frame);

} // namespace app
