// SPDX-License-Identifier: MIT
// What is shown to others: a lesson with its steps, and the one step that fills the screen.
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

/// What was answered to the question of the open step.
struct Asking {
    std::vector<std::size_t> guesses; // of the room, as they came: the choices
    attn::Answering so_far;
};

/// A lesson that is given, and how far it has come.
struct LessonState {
    std::shared_ptr<const attn::OpenedLesson> opened;
    std::size_t step = 0;
    attn::Gesture gesture = 0;  // all of the lesson's own changes are one step of undo
    attn::NumberFormat numbers; // of the user; each step begins with them, closing brings them back
    bool show_row_sums = false; // the same
    std::size_t pointed_pin = 0; // under the pointer in the text, from 1 on; 0: none
    std::size_t chosen_pin = 0;  // that was clicked or chosen by a key; 0: none
    Asking asking;

    /// The pin whose place is ringed; 0: none.
    std::size_t ringed_pin() const { return pointed_pin > 0 ? pointed_pin : chosen_pin; }
    const attn::LessonStep& current() const { return opened->lesson.steps[step]; }
    const attn::Document& document() const { return opened->documents[step]; }
};

/// The screen shows one step at a time (app/presenting/presenting.h).
struct Presenting {
    enum class Blank { None, Black, White };
    int step = 1;       // its number (core/document/step.h); not read while a lesson is open
    std::string digits; // typed for a jump that Enter carries out
    Blank blank = Blank::None;
    bool is_pointer_hidden = false;
    bool has_ring = true;       // around the pointer, so that it is seen from the last row
    bool keeps_changes = false; // what is changed meanwhile stays
    attn::Document before;
    bool was_full_screen = false;
    bool has_speaker_window = false; // the second window, with notes, the next step and a clock
    std::time_t began = 0;
    bool is_backward = false; // the steps are those of the gradient that was shown (sensing)
};

struct Teaching {
    std::optional<LessonState> lesson;
    std::optional<Presenting> presenting;
    int last_step = 1; // that was presented
};

} // namespace app
