// SPDX-License-Identifier: MIT
// Marks what a class answered on worksheets, and writes the marks beside the answers.
#pragma once

#include "app/session/outbox.h"
#include "app/session/session.h"

namespace app {

/// Marks the answers and asks whether to write the marks. The seed is the one in the codes.
void mark_answers(Session& session, const MarkAnswers& wanted);
void write_marks(Session& session, const WriteMarks& wanted);

} // namespace app
