// SPDX-License-Identifier: MIT
#include "app/window/window_main.h"

#include "app/actions/actions.h"
#include "app/exporting/export_settings.h"
#include "app/files/crash_reports.h"
#include "app/files/opening.h"
#include "app/files/reading.h"
#include "app/files/settings.h"
#include "app/files/too_many_words.h"
#include "app/files/unsaved_work.h"
#include "app/importing/model_importing.h"
#include "app/input/dialog_keys.h"
#include "app/session/request_name.h"
#include "app/session/session.h"
#include "app/starting/news.h"
#include "app/starting/start_page.h"
#include "app/system/crash_writer.h"
#include "app/system/desktop_look.h"
#include "app/system/recent_documents.h"
#include "app/system/running_window.h"
#include "app/system/signals.h"
#include "app/system/start_guard.h"
#include "app/ui/font_files.h"
#include "app/window/glfw_start.h"
#include "app/window/lab.h"
#include "app/window/window.h"
#include "core/base/utf8.h"
#include "core/io/arrays.h"
#include "core/io/claim.h"
#include "core/io/lesson.h"
#include "core/io/library.h"
#include "core/io/machine.h"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <future>
#include <iostream>
#include <memory>
#include <system_error>
#include <utility>

namespace app {
namespace {

constexpr const char* default_preset = "the-cat-chased-the-mouse";
constexpr std::chrono::seconds start_patience{15}; // without a display's answer

using LessonNames = std::vector<attn::io::LessonName>;

/// None where they could not be read.
template <class Items>
Items found(attn::Result<Items> items) {
    return items ? *std::move(items) : Items{};
}

/// In the order of teaching.
std::vector<PresetName> preset_names(std::vector<attn::io::Preset> presets,
                                     const LessonNames& lessons) {
    attn::io::sort_as_taught(presets, lessons);
    std::vector<PresetName> names;
    for (const attn::io::Preset& preset : presets)
        if (!preset.fault)
            names.push_back({preset.name, preset.title});
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

/// What the desktop asks for, if it said something; false if it did not.
bool follow(DesktopLook& desktop, Session& session) {
    const auto wish = desktop.news();
    if (!wish)
        return false;
    session.ui.window.desktop_text_scale = wish->text_scale;
    session.ui.window.desktop_is_dark = wish->is_dark;
    session.ui.window.desktop_lists_files = wish->lists_recent_files;
    if (session.ui.window.follows_desktop)
        session.view.theme = wish->is_dark ? attn::ThemeName::Dark : attn::ThemeName::Light;
    return true;
}

/// A window of before came to an end of its own fault.
Question about(const CrashReport& report) {
    const std::string doing = line_of(report, "doing");
    return {"Attention Lab did not end in order the last time",
            "What happened: " + line_of(report, "fault") + ", on " + line_of(report, "when") +
                (doing.empty() ? "" : ", while " + doing) + ". A report was written to " +
                attn::printable(report.file) +
                ". It names the version, what was being done and the file that was open, but has "
                "none of its numbers. Send it to whoever looks after the program.",
            {{"copy", "Copy the report", {CopyText{report.text}}}, {"cancel", "Close", {}}},
            1};
}

/// A file that is opened on the desktop goes to the window that has it open, else to the one that
/// was used last, if that takes it.
bool is_taken_elsewhere(const std::string& path, const std::string& state) {
    std::error_code code;
    const DesktopWishToOpen wish{std::filesystem::absolute(path, code), desktop_token()};
    const auto holder =
        state.empty() ? std::nullopt : attn::io::claim(path, state + "/open").holder;
    if (holder && holder->host == attn::io::host_name())
        return ask_running_window(wish, holder->process);
    return !holder && ask_running_window(wish);
}

/// What the desktop asks of this window. Something that waits for an answer, and a lecture, are not
/// interrupted.
bool serve(RunningWindow& running, Session& session, Window& window) {
    const auto wish = running.asked();
    if (!wish)
        return false;
    std::error_code code;
    const bool is_there =
        wish->path.empty() || std::filesystem::equivalent(wish->path, session.ui.files.path, code);
    const auto is_readable = [&] { // by this version too
        return attn::io::holds_arrays(wish->path) || is_model(wish->path) ||
               is_read_slowly(wish->path) || // It is said in the window, then.
               attn::io::open_document(wish->path);
    };
    const bool is_busy =
        is_asking(session.ui) || session.ui.teaching.presenting || (!is_there && !is_readable());
    running.answer(is_there || !is_busy);
    if (is_busy && !is_there)
        return false;
    window.raise(wish->token);
    if (!is_there)
        session.outbox.post(Open{wish->path});
    return true;
}

} // namespace

int run_window(const WindowOptions& options) {
    const std::string name = options.document.empty() ? default_preset : options.document;
    // Arrays and models come in over what is there, through their panels.
    const std::string path = attn::io::file_of(name);
    const bool has_arrays = !path.empty() && (attn::io::holds_arrays(path) || is_model(path));
    const bool is_slow = !has_arrays && is_read_slowly(path); // The window says that it is read.
    auto document = attn::io::open_document(has_arrays || is_slow ? default_preset : name);
    // What has too many words is asked about, like anything that is opened in the window.
    const bool has_part = !document && !path.empty() && ask_for_words(path, Open{name});
    const bool is_rejected = !document && !has_part && !options.document.empty();
    if (is_rejected && options.ends_if_rejected) {
        std::cerr << "attention-lab: " << document.error().text() << "\n";
        return 3;
    }
    const std::string reason = is_rejected ? document.error().text() : "";
    if (has_part || is_rejected)
        document = attn::io::open_document(default_preset);
    const std::string state = attn::io::state_folder();
    if (!is_rejected && !options.ends_if_rejected && !path.empty() &&
        is_taken_elsewhere(path, state))
        return 0;
    const std::string crashes = crash_folder(state);
    write_reports_of_crashes(crashes, program_version());
    note_for_crashes(CrashNote::Doing, "the window was opened");
    const EndSignals signals(wake_window);
    // What does not need the window is found meanwhile: opening it takes longer.
    auto fonts = std::async(std::launch::async, all_font_files);
    auto presets = std::async(std::launch::async, attn::io::presets);
    auto lessons = std::async(std::launch::async, attn::io::lessons);
    DesktopLook desktop(wake_window);
    const Settings settings = load_settings();
    auto guard = std::make_unique<StartGuard>(start_patience);
    auto window = Window::open("Attention Lab", 1600, 900, options.draws_whole, settings.windows);
    guard.reset();
    if (!window) {
        std::cerr << "attention-lab: " << window.error().text() << "\n";
        return 4;
    }
    const bool is_shown = !has_arrays && !has_part && !is_rejected && !is_slow;
    Session session(document ? origin_of(is_shown ? name : default_preset, *document)
                             : attn::io::Origin{"", "", {}, attn::new_document()});
    if (!document)
        session.ui.message = Message{document.error().text(), true};
    apply_settings(settings, session.view, session.ui);
    // The portal has answered while the window opened; a dark desktop sees no light frame.
    desktop.wait(std::chrono::milliseconds(100));
    follow(desktop, session);
    session.work.keeping().tell_recent_by([&](const std::string& file) {
        if (session.ui.window.desktop_lists_files)
            add_to_desktop_list(file);
    });
    begin_keeping(session, state);
    if (options.document.empty() && settings.shows_start_page) {
        session.ui.starting.has_document = false;
        show_start_page(session.ui);
    }
    const auto exported = load_export_choice();
    if (exported) {
        session.ui.exporting.choice = *exported;
        session.ui.exporting.is_chosen = !exported->path.empty();
    }
    const LessonNames taught = found(lessons.get());
    Lab lab((*window)->screen(), session,
            all_actions(preset_names(found(presets.get()), taught), lesson_names(taught)),
            fonts.get(), options.probe);
    if (is_rejected) // Opening it again may know more: its backup.
        session.ui.question =
            Question{"This file cannot be opened", reason, {{"cancel", "Close", {}}}};
    else if (const auto report = take_untold_report(crashes))
        session.ui.question = about(*report);
    if (!is_shown)
        session.outbox.post(Open{name});
    session.ui.starting.has_document = session.ui.starting.has_document && !is_slow;
    note_for_crashes(CrashNote::Document, session.ui.files.opened);
    session.listens = [&](const Request& request) {
        note_for_crashes(CrashNote::Request, name_of(request));
        note_for_crashes(CrashNote::Document, session.ui.files.opened);
    };
    RunningWindow running(wake_window);
    bool had_keyboard = false;
    bool is_awaited = is_slow, is_refused = false;
    lab.run([&] {
        // The first file, once it is read: as one that is read before the window opens.
        if (is_awaited && !session.ui.files.reader && session.outbox.is_empty()) {
            is_awaited = false;
            is_refused = options.ends_if_rejected && !session.ui.question && session.ui.message &&
                         session.ui.message->is_fault;
        }
        if (const bool has = (*window)->has_keyboard();
            std::exchange(had_keyboard, has) != has && has)
            running.use();
        const bool is_asked = serve(running, session, **window);
        if (follow(desktop, session) || is_asked)
            lab.must_draw();
        return signals.received() != 0 || has_lost_wayland() || is_refused;
    });
    if (has_lost_wayland()) { // The same; and its library may wait for ever at the end.
        session.work.keeping().flush();
        std::cerr << "attention-lab: the desktop is gone; unsaved work is offered at the next "
                     "start\n";
        std::_Exit(1);
    }
    // A thread that still reads is not waited for.
    const auto end = [&](int code) {
        return is_reading(session.ui) ? std::_Exit(code), code : code;
    };
    if (is_refused) {
        std::cerr << "attention-lab: " << session.ui.message->text << "\n";
        session.work.keeping().end();
        return 3;
    }
    if (signals.received() != 0) { // Nobody was asked: what is unsaved is offered next time.
        session.work.keeping().flush();
        return end(128 + signals.received());
    }
    session.outbox.post(CloseLesson{}); // What a lesson shows is no setting of the user.
    session.carry_out(attn::io::open_document);
    Settings now = settings_of(session.view, session.ui);
    now.windows = settings.windows;
    (*window)->keep_place(now.windows);
    if (!(now == settings))
        save_settings(now);
    const ExportState& exporting = session.ui.exporting;
    if (exporting.is_chosen && !(exported && *exported == exporting.choice))
        save_export_choice(exporting.choice);
    session.work.keeping().end();
    return end(0);
}

} // namespace app
