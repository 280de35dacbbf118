// SPDX-License-Identifier: MIT
#include "core/base/nearest.h"
#include "core/base/utf8.h"
#include "core/io/document/document_json.h"
#include "core/io/document/json_text.h"
#include "core/io/document/lesson.h"
#include "core/io/document/library.h"
#include "core/io/journal/file.h"

#include <algorithm>
#include <filesystem>
#include <iterator>

namespace attn::io {
namespace {

namespace fs = std::filesystem;

Result<std::vector<std::string>> names_in(const fs::path& folder) {
    std::vector<std::string> names;
    std::error_code code;
    if (!fs::is_directory(folder, code))
        return names;
    for (fs::directory_iterator entry(folder, code), end; !code && entry != end;
         entry.increment(code)) {
        const fs::path file = entry->path();
        if (file.extension() == ".json" && is_preset_name(file.stem().string()))
            names.push_back(file.stem().string());
    }
    if (code)
        return Error{"the lessons cannot be listed: " + code.message(), printable(folder.string())};
    std::sort(names.begin(), names.end());
    return names;
}

std::string path_of(const fs::path& folder, const std::string& name) {
    return (folder / (name + ".json")).string();
}

/// Reads the lesson from the bytes of its file.
Result<Lesson> lesson_in(const Result<std::string>& bytes, const std::string& path,
                         const std::string& name) {
    if (!bytes)
        return bytes.error();
    auto lesson = read_lesson(*bytes, printable(path));
    if (lesson)
        lesson->name = name;
    return lesson;
}

} // namespace

Result<std::vector<LessonName>> lessons() {
    const auto assets = assets_folder();
    if (!assets)
        return assets.error();
    const fs::path folder = fs::path(*assets) / "lessons";
    const auto names = names_in(folder);
    if (!names)
        return names.error();
    std::vector<LessonName> list;
    for (const std::string& name : *names) {
        LessonName entry{name, {}, {}};
        const std::string path = path_of(folder, name);
        if (const auto lesson = lesson_in(read_file(path), path, name)) {
            entry.title = lesson->title;
            entry.group = lesson->group;
            entry.order = lesson->order;
            entry.steps = lesson->steps.size();
            entry.minutes = reading_minutes(*lesson);
            entry.preset = lesson->preset;
        } else {
            entry.fault = lesson.error();
        }
        list.push_back(std::move(entry));
    }
    std::stable_sort(list.begin(), list.end(),
                     [](const LessonName& a, const LessonName& b) { return a.order < b.order; });
    return list;
}

void sort_as_taught(std::vector<Preset>& presets, const std::vector<LessonName>& lessons) {
    const auto place = [&](const Preset& preset) {
        return std::find_if(lessons.begin(), lessons.end(),
                            [&](const LessonName& lesson) { return lesson.preset == preset.name; });
    };
    std::stable_sort(presets.begin(), presets.end(),
                     [&](const Preset& a, const Preset& b) { return place(a) < place(b); });
}

namespace {

bool is_named_as_lesson(std::string_view name) {
    return name.ends_with(lesson_ending) || name.ends_with(".json");
}

} // namespace

bool is_lesson_path(std::string_view name) {
    constexpr std::string_view of_documents[] = {document_ending, ".png", ".svg", ".pdf"};
    return name.find('/') != std::string_view::npos || is_named_as_lesson(name) ||
           std::any_of(std::begin(of_documents), std::end(of_documents),
                       [&](std::string_view ending) { return name.ends_with(ending); });
}

bool holds_lesson(const std::string& path) {
    if (path.ends_with(lesson_ending))
        return true;
    if (!path.ends_with(".json"))
        return false;
    constexpr std::size_t most_bytes = std::size_t{4} << 20;
    const auto bytes = read_file(path, most_bytes);
    const auto root = bytes ? parse_json(*bytes, path) : Result<Json>(bytes.error());
    return root && is_lesson(*root);
}

Result<LessonFile> lesson_file(std::string bytes, const std::string& path) {
    auto lesson = lesson_in(bytes, path, fs::path(path).stem().string());
    if (!lesson)
        return lesson.error();
    auto made = opened(*std::move(lesson), open_document);
    if (!made)
        return made.error();
    return LessonFile{std::move(bytes), *std::move(made)};
}

namespace {

Error no_lesson_in(const std::string& path) {
    return Error{"this document carries no lesson. Write one in the window (Teach, Write a lesson) "
                 "and save it under the name of a document",
                 printable(path)};
}

} // namespace

Result<Lesson> written_lesson(const std::string& path) {
    if (is_named_as_lesson(path)) {
        const auto bytes = read_file(path);
        return bytes ? read_written_lesson(*bytes, printable(path)) : Result<Lesson>(bytes.error());
    }
    const auto document = open_document(path);
    if (!document)
        return document.error();
    if (document->lesson.empty())
        return no_lesson_in(path);
    return carried_lesson(*document);
}

Result<LessonFile> lesson_file(const Document& document, const std::string& path) {
    if (document.lesson.empty())
        return no_lesson_in(path);
    Lesson lesson = carried_lesson(document);
    lesson.name = fs::path(path).stem().string();
    if (const auto why = why_not_told(lesson))
        return Error{why->message, printable(path) + ": lesson." + why->where};
    auto made = opened(std::move(lesson), open_document);
    if (!made)
        return made.error();
    std::string bytes = write_lesson(made->lesson);
    return LessonFile{std::move(bytes), *std::move(made)};
}

std::string bytes_of_lesson(const Lesson& lesson, const Document& first, std::string_view path) {
    return is_named_as_lesson(path) ? write_lesson(lesson)
                                    : write_document(carrying(first, lesson));
}

Result<LessonFile> open_lesson_file(const std::string& name) {
    if (is_lesson_path(name) && !is_named_as_lesson(name)) {
        const auto document = open_document(name);
        return document ? lesson_file(*document, name) : Result<LessonFile>(document.error());
    }
    if (is_lesson_path(name)) {
        auto bytes = read_file(name);
        if (!bytes)
            return bytes.error();
        return lesson_file(*std::move(bytes), name);
    }
    const auto assets = assets_folder();
    if (!assets)
        return assets.error();
    const fs::path folder = fs::path(*assets) / "lessons";
    const auto names = names_in(folder);
    if (!names)
        return names.error();
    if (std::find(names->begin(), names->end(), name) == names->end()) {
        std::string list;
        for (const std::string& known : *names)
            list += (list.empty() ? "" : ", ") + known;
        return Error{"there is no lesson of this name; the lessons are " + list +
                         ". A file's name has the ending \".lesson\"" + did_you_mean(name, *names),
                     printable(name)};
    }
    const std::string path = path_of(folder, name);
    auto bytes = read_file(path);
    if (!bytes)
        return bytes.error();
    return lesson_file(*std::move(bytes), path);
}

Result<OpenedLesson> open_lesson(const std::string& name) {
    auto file = open_lesson_file(name);
    if (!file)
        return file.error();
    return std::move(file->opened);
}

} // namespace attn::io
