// SPDX-License-Identifier: MIT
// What is asked of X11 about windows beside GLFW, by a connection of its own: a window's number
// means the same to all.
#pragma once

#include <cstdint>
#include <string>

namespace app {

/// Whether a window manager is there, which frames, places and maximises windows.
bool has_x11_window_manager();

/// The window comes up. It waits for no window manager: GLFW 3.3 does, and where one has sent
/// anything else by then its wait has no end (XCheckTypedWindowEvent finds nothing, XPending says
/// that there is something, and no time runs out). False where it cannot be asked for.
bool map_x11_window(std::uint32_t window);

/// The window comes to the front with the keyboard, as somebody asked by a click at that time of
/// the server's; 0 where it is not known.
void activate_x11_window(std::uint32_t window, std::uint32_t time);

/// What the desktop started under that token has come up: it need not show that it waits any more.
void end_x11_startup(const std::string& token);

} // namespace app
