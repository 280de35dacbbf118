// SPDX-License-Identifier: MIT
// The desktop's shared list of recent files, which its file manager and start menu show
// (recently-used.xbel, by GLib).
#pragma once

#include <string>

namespace app {

/// Adds a document that was just opened or saved. Leaves the list as it is if it cannot be read or
/// written.
void add_to_desktop_list(const std::string& path);

} // namespace app
