// SPDX-License-Identifier: MIT
// Requests that open the panel for arrays of others, and take what it made of them for the
// document.
#pragma once

#include "app/session/outbox.h"

#include <string>

namespace app {

struct Session;

void open_arrays(Session& session, const OpenArrays& wanted);
/// Opened and changed as one step: the document has no file yet, and closing asks to save it.
void import_arrays(Session& session, const Import& wanted);

/// The panel for the folder of a model, whose heads are read on a thread.
void open_model(Session& session, const std::string& path);
void import_model(Session& session, const ImportModel& wanted);

} // namespace app
