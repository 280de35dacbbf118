// SPDX-License-Identifier: MIT
// Reading the text that another program copied, with a time limit: GLFW waits for its owner without
// end, and so the window would hang with a program that does. By the conventions of ICCCM 2.4.
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace app {

/// Longer texts are not taken over.
constexpr std::size_t most_clipboard_bytes = std::size_t{16} << 20;

/// The window that owns the selection CLIPBOARD on the X11 display; 0 where there is none.
std::uint32_t x11_clipboard_owner();

/// The text that it holds, as UTF-8; empty where it holds none. The error says that its owner does
/// not answer within a second, or that the text is too long.
attn::Result<std::string> read_x11_clipboard();

} // namespace app
