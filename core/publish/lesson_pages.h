// SPDX-License-Identifier: MIT
// Writes a lesson for others: slides, a handout with the speaker's notes, a page for browsers,
// text, a lesson file or a document that carries it.
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

/// Makes the file that the ending of `path` asks for; `pages` matters for a PDF alone. `name` is
/// the name or the file of the lesson as it was saved, which a page for browsers opens. The error
/// names the endings there are.
Result<std::string> lesson_file(const OpenedLesson& opened, const std::string& name,
                                const std::string& path, LessonPages pages);

} // namespace attn::publish
