// SPDX-License-Identifier: MIT
// What is kept of unsaved work: it begins with the window, tells of trouble, and work of dead
// programs is offered, restored or thrown away.
#pragma once

#include "app/session/outbox.h"

#include <string>

namespace app {

struct Session;

/// From now on keeps what happens in the state folder (app/files/keeping.h), and offers what dead
/// programs left there. An empty folder keeps nothing.
void begin_keeping(Session& session, const std::string& state_folder);
/// Tells of what cannot be kept.
void look_at_keeping(Session& session);
void offer_unsaved_work(Session& session);
void restore(Session& session, const Restore& wanted);
void discard(Session& session, const std::string& journal);

} // namespace app
