// SPDX-License-Identifier: MIT
// Writes a lesson as a PDF: slides, or a handout with the speaker's notes.
#pragma once

#include "core/base/result.h"
#include "core/document/telling/lesson.h"

#include <string>

namespace attn::publish {

enum class LessonPages {
    Slides, // a step a page, 16:9, as it is presented
    Handout // two steps a page of A4, each with its notes
};

/// Draws every step of the lesson for its own document. Questions stand as the class first sees
/// them, without an answer. The same lesson gives the same bytes on the same versions of the
/// libraries and fonts.
Result<std::string> lesson_pdf(const OpenedLesson& opened, LessonPages pages);

} // namespace attn::publish
