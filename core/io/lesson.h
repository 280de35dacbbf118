// SPDX-License-Identifier: MIT
// The lessons in the assets folder: reading them and opening them by name.
#pragma once

#include "core/document/lesson.h"
#include "core/io/library.h"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace attn::io {

/// The lesson in the bytes; its keys are described in assets/README.md. The error's `where` is the
/// file and the key path. A text with a typed digit is an error.
Result<Lesson> read_lesson(std::string_view bytes, std::string_view file_name);

/// Opens each preset by `open`, applies every command of every step and evaluates every text, so
/// that an opened lesson has no dead place.
Result<OpenedLesson> opened(Lesson lesson,
                            const std::function<Result<Document>(const std::string&)>& open);

struct LessonName {
    std::string name;
    std::string title;
    std::optional<Error> fault; // why it cannot be read; nothing below is known then
    std::string group = {};
    Index order = 0;
    std::size_t steps = 0;
    int minutes = 0;         // to read it
    std::string preset = {}; // that it begins with
};
/// The lessons in the order of teaching, those that cannot be read first; none where the folder is
/// missing.
Result<std::vector<LessonName>> lessons();

/// Presets as they come up in these lessons; those of no lesson come last, in the order they had.
void sort_as_taught(std::vector<Preset>& presets, const std::vector<LessonName>& lessons);

/// The lesson of this name with its documents. The error lists the lessons when there is none.
Result<OpenedLesson> open_lesson(const std::string& name);

/// A lesson as its file has it, beside what it is when it is opened.
struct LessonFile {
    std::string bytes;
    OpenedLesson opened;
};
Result<LessonFile> open_lesson_file(const std::string& name);

} // namespace attn::io
