// SPDX-License-Identifier: MIT
// Keeps unsaved work from the start of the window on, reports trouble with it, and offers, restores
// or deletes the work of programs that ended abnormally.
#pragma once

#include "app/session/outbox.h"

#include <string>

namespace app {

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
