// SPDX-License-Identifier: MIT
#include "app/window/lab_start.h"

#include "app/files/crash_reports.h"
#include "app/files/opening.h"
#include "app/files/reading.h"
#include "app/files/saving.h"
#include "app/importing/model_importing.h"
#include "app/starting/start_page.h"
#include "core/base/utf8.h"
#include "core/io/arrays/arrays.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

namespace app {
namespace {

constexpr const char* default_preset = "the-cat-chased-the-mouse";

using Presets = std::vector<attn::io::Preset>;
using LessonNames = std::vector<attn::io::LessonName>;

/// Lists the presets in the order of teaching.
std::vector<PresetName> preset_names(Presets presets, const LessonNames& lessons) {
    attn::io::sort_as_taught(presets, lessons);
    std::vector<PresetName> names;
    for (const attn::io::Preset& preset : presets)
        if (!preset.fault)
            names.push_back({preset.name, preset.title, preset.has_table ? model_group : ""});
    // Presets of one group stand together.
    std::stable_partition(names.begin(), names.end(),
                          [](const PresetName& name) { return name.group.empty(); });
    return names;
}

std::vector<PresetName> lesson_names(const LessonNames& lessons) {
    std::vector<PresetName> names;
    for (const attn::io::LessonName& lesson : lessons)
        if (!lesson.fault)
            names.push_back({lesson.name, lesson.title, lesson.group,
                             std::to_string(lesson.steps) + " steps, " +
                                 std::to_string(lesson.minutes) +
                                 (lesson.minutes == 1 ? " minute to read" : " minutes to read")});
    return names;
}

/// Asks about the crash of an earlier window.
Question about(const CrashReport& report) {
    const std::string doing = line_of(report, "doing");
    return {"Attention Lab crashed the last time",
            "What happened: " + line_of(report, "fault") + ", on " + line_of(report, "when") +
                (doing.empty() ? "" : ", while " + doing) + ". A report was written to " +
                attn::printable(report.file) +
                ". It names the version, what the program was doing and the open file, but none of "
                "the file's numbers. Please send it to the maintainers of Attention Lab.",
            {{"copy", "Copy the report", {CopyText{report.text}}}, {"cancel", "Close", {}}},
            1};
}

} // namespace

Question cannot_be_opened(const std::string& path, const std::string& reason) {
    std::error_code code;
    const bool is_folder = std::filesystem::is_directory(path, code);
    return {is_folder ? "This folder cannot be opened" : "This file cannot be opened",
            reason,
            {{"cancel", "Close", {}}}};
}

std::string FirstDocument::name() const {
    return wanted.empty() ? default_preset : wanted;
}

attn::io::Origin FirstDocument::origin() const {
    if (!document)
        return {"", "", {}, attn::new_document()};
    return origin_of(comes_later || is_rejected ? default_preset : name(), *document);
}

FirstDocument first_document(const std::string& wanted) {
    FirstDocument first{wanted, "", attn::Error{}};
    const std::string name = first.name();
    first.path = attn::io::file_of(name);
    const bool has_arrays =
        !first.path.empty() && (attn::io::holds_arrays(first.path) || is_model(first.path));
    const bool has_lesson = !first.path.empty() && attn::io::holds_lesson(first.path);
    first.is_slow = !has_arrays && !has_lesson && is_read_slowly(first.path);
    first.document =
        attn::io::open_document(has_arrays || has_lesson || first.is_slow ? default_preset : name);
    if (has_lesson)
        if (const auto lesson = attn::io::open_lesson(first.path); !lesson)
            first.document = lesson.error();
    // A text with too many words leads to a question, as for any file opened in the window.
    const bool has_part = !first.document && !has_lesson && !first.path.empty() &&
                          ask_for_words(first.path, Open{name});
    first.is_rejected = !first.document && !has_part && !wanted.empty();
    std::error_code code;
    if (first.is_rejected)
        first.reason =
            std::filesystem::is_directory(first.path, code)
                ? attn::printable(first.path) +
                      ": this folder holds no model, which would be config.json beside its "
                      "tensors. Open a file in it."
                : first.document.error().text();
    if (has_part || first.is_rejected)
        first.document = attn::io::open_document(default_preset);
    first.comes_later = has_arrays || has_lesson || has_part || first.is_slow;
    return first;
}

Remembered remembered() {
    return {load_settings(), load_export_choice()};
}

void begin_session(Session& session, const FirstDocument& first, const Remembered& before,
                   const std::string& state_folder) {
    if (!first.document)
        session.ui.message = Message{first.document.error().text(), true};
    session.written_settings = std::make_shared<const Settings>(before.settings);
    begin_keeping(session, state_folder);
    if (first.wanted.empty() && before.settings.shows_start_page) {
        session.ui.starting.has_document = false;
        show_start_page(session.ui);
    }
    if (before.exported) {
        session.ui.exporting.choice = *before.exported;
        session.ui.exporting.is_chosen = !before.exported->path.empty();
        session.ui.exporting.named_for = ""; // The path was for a figure of another run.
    }
    if (first.is_rejected) // Opening it again may know more: its backup.
        session.ui.question = cannot_be_opened(first.path, first.reason);
    else if (const auto report = take_untold_report(crash_folder(state_folder)))
        session.ui.question = about(*report);
    if (first.comes_later || first.is_rejected)
        session.outbox.post(Open{first.name()});
    session.ui.starting.has_document = session.ui.starting.has_document && !first.is_slow;
}

void keep_settings(Session& session) {
    if (!session.written_settings)
        return;
    Settings now = settings_of(session.view, session.ui);
    now.windows = session.written_settings->windows;
    if (now == *session.written_settings)
        return;
    save_settings(now);
    session.written_settings = std::make_shared<const Settings>(std::move(now));
}

void end_session(Session& session, const Remembered& before, std::vector<KeptPlace> windows) {
    session.ui.teaching.writing.reset();
    session.outbox.post(CloseLesson{}); // What a lesson shows is not a user setting.
    session.carry_out(attn::io::open_document);
    Settings now = settings_of(session.view, session.ui);
    now.windows = std::move(windows);
    if (!session.written_settings || !(now == *session.written_settings))
        save_settings(now);
    const ExportState& exporting = session.ui.exporting;
    if (exporting.is_chosen && !(before.exported && *before.exported == exporting.choice))
        save_export_choice(exporting.choice);
    session.work.keeping().end();
}

std::vector<Action> window_actions(attn::Result<Presets> presets,
                                   attn::Result<LessonNames> lessons) {
    // Empty lists if they could not be read.
    const LessonNames taught = lessons ? *std::move(lessons) : LessonNames{};
    return all_actions(preset_names(presets ? *std::move(presets) : Presets{}, taught),
                       lesson_names(taught));
}

} // namespace app
