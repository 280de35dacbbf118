// SPDX-License-Identifier: MIT
// The list of recent files that all programs of the desktop share: its file manager and its start
// menu show it (recently-used.xbel, by GLib).
#pragma once

#include <string>

namespace app {

/// The document was opened or saved just now. A list that cannot be read or written stays as it is.
void add_to_desktop_list(const std::string& path);

} // namespace app
