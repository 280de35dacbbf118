// SPDX-License-Identifier: MIT
#include "app/window/window_main.h"

#include "app/files/crash_reports.h"
#include "app/files/reading.h"
#include "app/importing/model_importing.h"
#include "app/input/keys.h"
#include "app/session/outbox.h"
#include "app/session/session.h"
#include "app/starting/leaflet.h"
#include "app/system/desktop.h"
#include "app/system/running_window.h"
#include "app/system/signals.h"
#include "app/ui/fonts.h"
#include "app/window/glfw_start.h"
#include "app/window/lab.h"
#include "app/window/lab_start.h"
#include "app/window/window.h"
#include "core/io/arrays/arrays.h"
#include "core/io/document/library.h"
#include "core/io/journal/machine.h"
#include "core/io/journal/save.h"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <future>
#include <iostream>
#include <memory>
#include <system_error>
#include <utility>
#include <vector>

namespace app {
namespace {

constexpr std::chrono::seconds start_patience{15}; // how long to wait for the display

/// Applies the desktop's wishes; returns false if there are none.
bool follow(DesktopLook& desktop, Session& session) {
    const auto wish = desktop.news();
    if (!wish)
        return false;
    session.ui.window.desktop_text_scale = wish->text_scale;
    session.ui.window.desktop_is_dark = wish->is_dark;
    session.ui.window.desktop_lists_files = wish->lists_recent_files;
    session.ui.window.has_motion = wish->has_motion;
    if (session.ui.window.follows_desktop)
        session.view.theme = wish->is_dark ? attn::ThemeName::Dark : attn::ThemeName::Light;
    return true;
}

/// Passes a file that the desktop opens to the window that has it open, else to the window used
/// last. Returns whether one took it.
bool is_taken_elsewhere(const std::string& path, const std::string& state) {
    std::error_code code;
    const DesktopWishToOpen wish{std::filesystem::absolute(path, code), desktop_token()};
    const auto holder =
        state.empty() ? std::nullopt : attn::io::claim(path, state + "/open").holder;
    if (holder && holder->host == attn::io::host_name())
        return ask_running_window(wish, holder->process);
    return !holder && ask_running_window(wish);
}

/// Handles the desktop's request to this window. Does not interrupt an open question or a
/// presentation.
bool serve(RunningWindow& running, Session& session, Window& window) {
    const auto wish = running.asked();
    if (!wish)
        return false;
    std::error_code code;
    const bool is_there =
        wish->path.empty() || std::filesystem::equivalent(wish->path, session.ui.files.path, code);
    const auto is_readable = [&] { // by this version too
        return attn::io::holds_arrays(wish->path) || is_model(wish->path) ||
               (attn::io::holds_lesson(wish->path) && attn::io::open_lesson(wish->path)) ||
               is_read_slowly(wish->path) || // the window shows it
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
    const FirstDocument first = first_document(options.document);
    if (first.is_rejected && options.ends_if_rejected) {
        std::cerr << "attention-lab: " << first.reason << "\n";
        return 3;
    }
    const std::string state = attn::io::state_folder();
    if (!first.is_rejected && !options.ends_if_rejected && !first.path.empty() &&
        is_taken_elsewhere(first.path, state))
        return 0;
    write_reports_of_crashes(crash_folder(state), program_version());
    note_for_crashes(CrashNote::Doing, "the window was opened");
    const EndSignals signals(wake_window);
    // Finds these while the window opens, which takes longer.
    auto fonts = std::async(std::launch::async, all_font_files);
    auto presets = std::async(std::launch::async, attn::io::presets);
    auto lessons = std::async(std::launch::async, attn::io::lessons);
    DesktopLook desktop(wake_window);
    const Remembered before = remembered();
    auto guard = std::make_unique<StartGuard>(start_patience);
    auto window =
        Window::open("Attention Lab", 1600, 900, options.draws_whole, before.settings.windows);
    guard.reset();
    if (!window) {
        std::cerr << "attention-lab: " << window.error().text() << "\n";
        return 4;
    }
    Session session(first.origin());
    apply_settings(before.settings, session.view, session.ui);
    // The portal has usually answered while the window opened; so a dark desktop sees no light
    // frame.
    desktop.wait(std::chrono::milliseconds(100));
    session.ui.window.has_motion = true; // unless the desktop asks for none
    follow(desktop, session);
    session.work.keeping().tell_recent_by([&](const std::string& file) {
        if (session.ui.window.desktop_lists_files)
            add_to_desktop_list(file);
    });
    begin_session(session, first, before, state);
    ProbeFile probe{options.probe};
    Lab lab((*window)->screen(), session, window_actions(presets.get(), lessons.get()), fonts.get(),
            [&](const Probed& probed) {
                if (!probe.path.empty())
                    write_probe(probe, session, probed);
            });
    note_for_crashes(CrashNote::Document, session.ui.files.opened);
    session.listens = [&](const Request& request) {
        note_for_crashes(CrashNote::Request, name_of(request));
        note_for_crashes(CrashNote::Document, session.ui.files.opened);
    };
    RunningWindow running(wake_window);
    bool had_keyboard = false;
    bool is_awaited = first.comes_later, is_refused = false;
    lab.run([&] {
        // Handles the first file when it is read, like one that is read before the window opens.
        if (is_awaited && !session.ui.files.reader && session.outbox.is_empty()) {
            is_awaited = false;
            const bool is_fault =
                !session.ui.question && session.ui.message && session.ui.message->is_fault;
            is_refused = is_fault && first.is_slow && options.ends_if_rejected;
            if (is_fault && !is_refused) {
                session.ui.question = cannot_be_opened(first.path, session.ui.message->text);
                lab.must_draw();
            }
        }
        if (const bool has = (*window)->has_keyboard();
            std::exchange(had_keyboard, has) != has && has)
            running.use();
        const bool is_asked = serve(running, session, **window);
        if (follow(desktop, session) || is_asked)
            lab.must_draw();
        return signals.received() != 0 || has_lost_wayland() || is_refused;
    });
    // The user was not asked; besides, the library may wait forever at the end.
    if (has_lost_wayland()) {
        session.work.keeping().flush();
        std::cerr << "attention-lab: the desktop is gone; unsaved work is offered at the next "
                     "start\n";
        std::_Exit(1);
    }
    // Does not wait for a thread that still reads.
    const auto end = [&](int code) {
        return is_reading(session.ui) ? std::_Exit(code), code : code;
    };
    if (is_refused) {
        std::cerr << "attention-lab: " << session.ui.message->text << "\n";
        session.work.keeping().end();
        return 3;
    }
    if (signals.received() != 0) { // The user was not asked: unsaved work is offered next time.
        session.work.keeping().flush();
        return end(128 + signals.received());
    }
    std::vector<KeptPlace> windows = before.settings.windows;
    (*window)->keep_place(windows);
    end_session(session, before, std::move(windows));
    return end(0);
}

} // namespace app
