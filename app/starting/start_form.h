// SPDX-License-Identifier: MIT
// The fields of the start page: what they ask for, which one is wrong and why, and a preview of the
// document.
#pragma once

#include "app/starting/start_state.h"

#include <string>

namespace app {

/// Returns the field of a part; null if it has none.
LineEdit* field(StartForm& form, StartPart part);

/// Reads the fields after a change: sets the request, or the fault. Makes the preview if that takes
/// no noticeable time.
void follow_fields(StartForm& form);

/// The note below the sentence: how many words it has.
std::string words_note(const StartForm& form);
/// The note below the numbers: how wide each head is.
std::string heads_note(const StartForm& form);

/// Steps the number of a field up or down.
void step_number(StartForm& form, StartPart part, int by);

} // namespace app
