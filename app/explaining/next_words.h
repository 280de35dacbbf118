// SPDX-License-Identifier: MIT
// What the model says next, and what it said before: of the pinned state, before the drag or
// choice, or before the last change.
#pragma once

#include "app/session/frame.h"

namespace app {

/// The likeliest next words of the shown document, at most five, or ten of a model's folder
/// (folder_words.h). Keeps the last ones while they are being computed. Without words, says why
/// there are none.
const NextWords& next_words_now(const Frame& frame);

/// Appends one of these words.
void append_next_word(const Frame& frame, const std::string& word);

} // namespace app
