// SPDX-License-Identifier: MIT
// State of teaching: a lesson with its steps, and the step that fills the screen.
#pragma once

#include "core/document/history.h"
#include "core/document/lesson.h"
#include "core/document/view.h"

#include <cstddef>
#include <ctime>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace app {

/// The answers to the question of the open step.
struct Asking {
    std::vector<std::size_t> guesses; // the room's choices, in the order they came
    attn::Answering so_far;
};

/// An open lesson and its current step.
struct LessonState {
    std::shared_ptr<const attn::OpenedLesson> opened;
    std::size_t step = 0;
    attn::Gesture gesture = 0;  // all changes by the lesson are one step of undo
    attn::NumberFormat numbers; // the user's; each step begins with them, and closing restores them
    bool show_row_sums = false; // the same
    std::size_t pointed_pin = 0; // under the pointer in the text, from 1 on; 0: none
    std::size_t chosen_pin = 0;  // clicked or chosen by key; 0: none
    Asking asking;

    /// The pin whose place has a ring; 0: none.
    std::size_t ringed_pin() const { return pointed_pin > 0 ? pointed_pin : chosen_pin; }
    const attn::LessonStep& current() const { return opened->lesson.steps[step]; }
    const attn::Document& document() const { return opened->documents[step]; }
};

/// The presentation: one step at a time fills the screen (app/presenting/presenting.h).
struct Presenting {
    enum class Blank { None, Black, White };
    int step = 1;       // number of the step (core/document/step.h); unused while a lesson is open
    std::string digits; // typed step number; Enter jumps to it
    Blank blank = Blank::None;
    bool is_pointer_hidden = false;
    bool has_ring = true;       // around the pointer, so that it is visible from the last row
    bool keeps_changes = false; // changes made while presenting stay
    attn::Document before;
    bool was_full_screen = false;
    bool has_speaker_window = false; // the second window, with notes, next step and clock
    std::time_t began = 0;
    bool is_backward = false; // the steps go through a gradient (sensing)
};

struct Teaching {
    std::optional<LessonState> lesson;
    std::optional<Presenting> presenting;
    int last_step = 1; // the one presented last
};

} // namespace app
