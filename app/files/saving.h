// SPDX-License-Identifier: MIT
// Requests that save the document, and the question before work could be lost.
#pragma once

#include "app/session/outbox.h"

#include <string>

namespace app {

struct Session;

/// A title as the name of a file: keeps letters and digits of any language, and joins them by
/// hyphens. Empty if there are none.
std::string hyphened(const std::string& name);

/// Asks whether to save before `then`, if there are unsaved changes. Returns whether it asked.
bool asks_to_save(Session& session, const Request& then);
/// Saves to the file that the document came from. Asks for a name if there is none.
void save(Session& session);
void save_as(Session& session, const SaveAs& wanted);
void ask_where_to_save(Session& session, const AskWhereToSave& wanted = {});
/// Shows the file as it is on disk beside the document.
void compare_with(Session& session, const std::string& path);

// Keeps unsaved work from the start of the window on, reports trouble with it, and offers, restores
// or deletes the work of programs that ended abnormally.

struct Session;

/// Begins to keep changes in the state folder (app/files/keeping.h), and offers the unsaved work
/// that is there. Does nothing if the folder is empty.
void begin_keeping(Session& session, const std::string& state_folder);
/// Shows a message if work cannot be kept.
void look_at_keeping(Session& session);
void offer_unsaved_work(Session& session);
void restore(Session& session, const Restore& wanted);
void discard(Session& session, const std::string& journal);

} // namespace app
