// SPDX-License-Identifier: MIT
// Handles files that are dropped on the window.
#pragma once

#include "app/session/frame.h"

#include <string>
#include <vector>

namespace app {

/// Opens a document, a picture with an embedded document, a model's folder, or arrays. Several
/// files together must all be arrays.
void drop_files(const Frame& frame, const std::vector<std::string>& paths);

} // namespace app
