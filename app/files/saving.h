// SPDX-License-Identifier: MIT
// Requests that save the document, and what is asked before anything could be lost.
#pragma once

#include "app/session/outbox.h"

#include <string>

namespace app {

struct Session;

/// Asks whether to save before `then`; returns whether it had to.
bool asks_to_save(Session& session, const Request& then);
/// To the file the document came from; asks for a name when there is none.
void save(Session& session);
void save_as(Session& session, const SaveAs& wanted);
void ask_where_to_save(Session& session);
/// The file as it is on the disk beside the document.
void compare_with(Session& session, const std::string& path);

} // namespace app
