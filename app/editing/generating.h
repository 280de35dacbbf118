// SPDX-License-Identifier: MIT
// One more word, as the next word of the model says; what the status bar says of it.
#pragma once

#include "app/session/frame.h"

namespace app {

/// Appends the likeliest word, or one that is drawn by the seed, which then is the next.
void append_likeliest_word(const Frame& frame);
void append_drawn_word(const Frame& frame);

} // namespace app
