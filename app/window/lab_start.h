// SPDX-License-Identifier: MIT
// What a window starts with and saves at its end: the first document, settings, unsaved work, the
// start page, the actions. None of it needs a window.
#pragma once

#include "app/actions/actions.h"
#include "app/files/settings.h"
#include "app/session/session.h"
#include "core/io/document/lesson.h"
#include "core/io/document/library.h"

#include <optional>
#include <string>
#include <vector>

namespace app {

/// The document that the window shows first.
struct FirstDocument {
    std::string wanted; // a preset's name or a file; empty for none
    std::string path;   // empty if the document is not a file
    attn::Result<attn::Document> document;
    // The requested document arrives later, over the first one: arrays and models through their
    // panels, a lesson with its first step, a large file when it is read, a text with too many
    // words after a question.
    bool comes_later = false;
    bool is_slow = false;     // a large file; the window shows that it is being read
    bool is_rejected = false; // see `reason`
    std::string reason = {};

    std::string name() const; // the requested document's name
    attn::io::Origin origin() const;
};
FirstDocument first_document(const std::string& wanted);

/// Says why the first file cannot be opened.
Question cannot_be_opened(const std::string& path, const std::string& reason);

/// What earlier runs saved.
struct Remembered {
    Settings settings;
    std::optional<ExportChoice> exported;
};
Remembered remembered();

/// Starts the session, after the settings: begins to keep unsaved work, offers what other programs
/// left, shows the start page, and requests what comes later.
void begin_session(Session& session, const FirstDocument& first, const Remembered& before,
                   const std::string& state_folder);
/// Writes the settings, and how far the user came in lessons, if they changed since they were
/// written.
void keep_settings(Session& session);
/// Ends the session when the user quits: saves the settings and the places of the windows, and
/// removes the journal.
void end_session(Session& session, const Remembered& before, std::vector<KeptPlace> windows);

/// All actions of the window, with these presets and lessons in the order of teaching.
std::vector<Action> window_actions(attn::Result<std::vector<attn::io::Preset>> presets,
                                   attn::Result<std::vector<attn::io::LessonName>> lessons);

} // namespace app
