// SPDX-License-Identifier: MIT
// Names of requests, for crash reports.
#pragma once

#include "app/session/outbox.h"

#include <string>

namespace app {

/// Returns for example "Save" or "Edit: SetInput".
std::string name_of(const Request& request);

} // namespace app
