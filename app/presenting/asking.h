// SPDX-License-Identifier: MIT
// The question of a lesson's step: answers, guesses of the room, hints and the solution.
#pragma once

#include "app/session/frame.h"
#include "core/document/question.h"
#include "core/figure/page_question.h"

#include <cstddef>
#include <optional>

namespace app {

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

} // namespace app
