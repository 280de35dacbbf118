// SPDX-License-Identifier: MIT
// Requests by name, for the report of a crash.
#pragma once

#include "app/session/outbox.h"

#include <string>

namespace app {

/// "Save", "Edit: SetInput".
std::string name_of(const Request& request);

} // namespace app
