// SPDX-License-Identifier: MIT
// Requests that begin and end a presentation or a lesson, and undo the changes made meanwhile.
#pragma once

#include "app/session/outbox.h"

#include <cstddef>

namespace app {

struct Session;

void present(Session& session, Present wanted);
void open_lesson(Session& session, const OpenLesson& wanted);
void show_lesson_step(Session& session, const ShowLessonStep& wanted);
void close_lesson(Session& session);

} // namespace app
