// SPDX-License-Identifier: MIT
// Requests that save the document, and the question before work could be lost.
#pragma once

#include "app/session/outbox.h"

#include <string>

namespace app {

struct Session;

/// Asks whether to save before `then`, if there are unsaved changes. Returns whether it asked.
bool asks_to_save(Session& session, const Request& then);
/// Saves to the file that the document came from. Asks for a name if there is none.
void save(Session& session);
void save_as(Session& session, const SaveAs& wanted);
void ask_where_to_save(Session& session);
/// Shows the file as it is on disk beside the document.
void compare_with(Session& session, const std::string& path);

} // namespace app
