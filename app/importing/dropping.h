// SPDX-License-Identifier: MIT
// What becomes of files that are dropped on the window.
#pragma once

#include "app/session/frame.h"

#include <string>
#include <vector>

namespace app {

/// A document, a picture that remembers one, the folder of a model, or arrays; of several files
/// only arrays come together.
void drop_files(const Frame& frame, const std::vector<std::string>& paths);

} // namespace app
