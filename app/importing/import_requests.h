// SPDX-License-Identifier: MIT
// Requests that open the panel for importing arrays, and replace the document by its result.
#pragma once

#include "app/session/outbox.h"

#include <string>

namespace app {

struct Session;

void open_arrays(Session& session, const OpenArrays& wanted);
/// Replaces the document as one step. It has no file yet, so closing asks to save it.
void import_arrays(Session& session, const Import& wanted);

/// Opens the panel for a model's folder. Its heads are read on a thread.
void open_model(Session& session, const std::string& path);
void import_model(Session& session, const ImportModel& wanted);

} // namespace app
