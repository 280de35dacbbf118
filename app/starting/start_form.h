// SPDX-License-Identifier: MIT
// The fields of the start page: what they ask for, which is wrong and why, and what would come of
// them, before it is made.
#pragma once

#include "app/starting/start_state.h"

#include <string>

namespace app {

/// The field of a part; null where it has none.
LineEdit* field(StartForm& form, StartPart part);

/// After a field changed: what is asked for, or what is wrong. The preview is made where that takes
/// no time that a person at the keyboard would notice.
void follow_fields(StartForm& form);

/// Beneath the sentence: how many words it has.
std::string words_note(const StartForm& form);
/// Beneath the numbers: how wide each head is.
std::string heads_note(const StartForm& form);

/// Up or down in the field of a number.
void step_number(StartForm& form, StartPart part, int by);

} // namespace app
