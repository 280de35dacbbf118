// SPDX-License-Identifier: MIT
// Reads the lessons in the assets folder and opens them by name.
#pragma once

#include "core/document/telling/lesson.h"
#include "core/io/document/library.h"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace attn::io {

/// The ending of a file that holds a lesson.
inline constexpr std::string_view lesson_ending = ".lesson";

/// Reads a lesson; assets/README.md describes its keys. The error's `where` is the file and the key
/// path. A text with a typed digit is an error.
Result<Lesson> read_lesson(std::string_view bytes, std::string_view file_name);

/// Reads a lesson that may still be written: keeps faulty titles, texts and questions, which say
/// themselves what is wrong with them.
Result<Lesson> read_written_lesson(std::string_view bytes, std::string_view file_name);

/// Writes a lesson, which read_written_lesson() reads back as the same lesson.
std::string write_lesson(const Lesson& lesson);

// A lesson may travel inside a document, which is then what it begins with.

/// Returns the lesson that the document carries, which must carry one; its own document is this
/// one. Faulty texts and questions say themselves what is wrong with them.
Lesson carried_lesson(const Document& document);
/// Returns the document with the lesson inside, which begins with it.
Document carrying(Document first, Lesson lesson);

/// What is wrong with a step: at which of its keys ("text", "view.marked[0]"), and why.
struct LessonFault {
    std::size_t step = 0;
    std::string key;
    std::string why;
};
/// Lists what is wrong in every document: what cannot be read as a text or a place.
std::vector<LessonFault> faults_as_written(const Lesson& lesson);

/// Says what stands in the way of telling the lesson, whatever its documents: the first fault of
/// its titles, texts and questions. `where` is the key path.
std::optional<Error> why_not_told(const Lesson& lesson);

/// A lesson with its documents, and the commands that cannot be done, which they leave out.
struct LessonDocuments {
    Document first; // what the first step begins with
    OpenedLesson opened;
    std::vector<LessonFault> faults;
};
/// Does the step's commands. Leaves out each that cannot be done, and tells `fault` its place in
/// the list and the reason.
Document after_commands(
    const LessonStep& step, Document before,
    const std::function<void(std::size_t, const Error&)>& fault = [](auto, auto&) {});
/// Makes the documents of all steps. Fails only if there is no document to begin with.
Result<LessonDocuments>
documents_of(Lesson lesson, const std::function<Result<Document>(const std::string&)>& open);
/// Lists what the steps name but their documents lack, and what cannot be read; `only`: of this
/// step alone.
std::vector<LessonFault> faults_of(const OpenedLesson& opened,
                                   std::optional<std::size_t> only = {});

/// Opens each preset by `open`, applies every command of every step and evaluates every text, so
/// that no place in an opened lesson is invalid.
Result<OpenedLesson> opened(Lesson lesson,
                            const std::function<Result<Document>(const std::string&)>& open);

struct LessonName {
    std::string name;
    std::string title;
    std::optional<Error> fault; // why it cannot be read; nothing below is then known
    std::string group = {};
    Index order = 0;
    std::size_t steps = 0;
    int minutes = 0;         // reading time
    std::string preset = {}; // its starting preset
};
/// Lists the lessons in teaching order, those that cannot be read first; empty if the folder is
/// missing.
Result<std::vector<LessonName>> lessons();

/// Sorts presets as these lessons use them; unused ones come last, in their old order.
void sort_as_taught(std::vector<Preset>& presets, const std::vector<LessonName>& lessons);

/// Whether the name is that of a file: it has a folder, or the ending of a lesson or of a document
/// that may carry one.
bool is_lesson_path(std::string_view name);

/// Whether the file is a lesson: by its ending, or because it is JSON with the steps of one.
bool holds_lesson(const std::string& path);

/// Returns the lesson of this name, of this file, or of the document in this file, with its
/// documents. If there is none, the error lists the lessons.
Result<OpenedLesson> open_lesson(const std::string& name);

/// A lesson as its file has it, and as opened.
struct LessonFile {
    std::string bytes;
    OpenedLesson opened;
};
Result<LessonFile> open_lesson_file(const std::string& name);
/// Reads and opens the lesson in the bytes of a file, which errors call by its path.
Result<LessonFile> lesson_file(std::string bytes, const std::string& path);
/// Reads the lesson in the file, or in the document in it, which may still be written
/// (read_written_lesson).
Result<Lesson> written_lesson(const std::string& path);
/// Opens the lesson that a document carries. `path`: what errors call the document's file.
Result<LessonFile> lesson_file(const Document& document, const std::string& path);

/// Returns what a file of this name holds: the lesson, or the document `first` with the lesson
/// inside if the name is not that of a lesson.
std::string bytes_of_lesson(const Lesson& lesson, const Document& first, std::string_view path);

} // namespace attn::io
