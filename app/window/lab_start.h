// SPDX-License-Identifier: MIT
// What a window begins with, and keeps at its end: the first document, settings, unsaved work, the
// start page, the actions. None of it needs a window.
#pragma once

#include "app/actions/actions.h"
#include "app/exporting/export_settings.h"
#include "app/files/settings.h"
#include "app/session/session.h"
#include "core/io/lesson.h"
#include "core/io/library.h"

#include <optional>
#include <string>
#include <vector>

namespace app {

/// What the window shows first.
struct FirstDocument {
    std::string wanted; // a preset's name or a file; empty for none
    std::string path;   // of the file; empty if it is none
    attn::Result<attn::Document> document;
    // What was asked for comes in over what is there: arrays and models through their panels, a
    // large file once it is read, a text of too many words once it is asked about.
    bool comes_later = false;
    bool is_slow = false;     // the window says that it is read
    bool is_rejected = false; // for this reason
    std::string reason = {};

    std::string name() const; // of what is asked for
    attn::io::Origin origin() const;
};
FirstDocument first_document(const std::string& wanted);

/// Says why the first file cannot be opened.
Question cannot_be_opened(const std::string& path, const std::string& reason);

/// What the program remembered of the runs before.
struct Remembered {
    Settings settings;
    std::optional<ExportChoice> exported;
};
Remembered remembered();

/// After the settings: begins to keep what happens, offers what dead programs left, shows the start
/// page, and asks for what comes later.
void begin_session(Session& session, const FirstDocument& first, const Remembered& before,
                   const std::string& state_folder);
/// At the end that the user asked for: what is remembered, with where the windows stood, and
/// nothing of unsaved work.
void end_session(Session& session, const Remembered& before, std::vector<KeptPlace> windows);

/// All actions of the window, of these presets and lessons in the order of teaching.
std::vector<Action> window_actions(attn::Result<std::vector<attn::io::Preset>> presets,
                                   attn::Result<std::vector<attn::io::LessonName>> lessons);

} // namespace app
