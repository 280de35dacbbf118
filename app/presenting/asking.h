// SPDX-License-Identifier: MIT
// The question of a lesson's step: what is answered, what a room guesses, hints, and the answer.
#pragma once

#include "app/session/frame.h"
#include "core/document/question.h"
#include "core/figure/page_question.h"

#include <cstddef>
#include <optional>

namespace app {

/// The question of the open step, as the document as it is answers it; nothing where the step asks
/// nothing, or what it asks of is not there any more.
std::optional<attn::Asked> lesson_question(const Frame& frame);
/// Whether the open step asks something that is not answered yet.
bool has_open_question(const Frame& frame);
bool asks_for_choice(const Frame& frame);
bool asks_for_number(const Frame& frame);

/// One of the choices, from 0 on; a right one ends the question.
void answer_by_choice(const Frame& frame, std::size_t choice);
void answer_by_number(const Frame& frame, attn::Real number);
void show_hint(const Frame& frame);
bool has_hint(const Frame& frame);
void show_answer(const Frame& frame);

/// One more in the room who guesses this choice, and one less.
void count_guess(const Frame& frame, std::size_t choice);
bool take_guess_back(const Frame& frame);

/// The question as a page has it, with what is said so far.
std::optional<attn::figure::PageQuestion> page_question(const Frame& frame);

} // namespace app
