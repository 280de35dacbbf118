// SPDX-License-Identifier: MIT
// Reads text that another program copied, with a time limit. GLFW waits without limit for the
// owner, so a hanging program would hang the window too. Follows ICCCM 2.4.
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace app {

/// Longer texts are refused.
constexpr std::size_t most_clipboard_bytes = std::size_t{16} << 20;

/// The window that owns the selection CLIPBOARD on the X11 display; 0 if there is none.
std::uint32_t x11_clipboard_owner();

/// Reads the clipboard's text as UTF-8; empty if it holds none. The error says that its owner did
/// not answer within a second, or that the text is too long.
attn::Result<std::string> read_x11_clipboard();

} // namespace app
