// SPDX-License-Identifier: MIT
// Requests to X11 about windows that GLFW does not offer, through a separate connection: window
// numbers are the same on all connections.
#pragma once

#include <cstdint>
#include <string>

namespace app {

/// Whether a window manager is running, which frames, places and maximises windows.
bool has_x11_window_manager();

/// Shows the window without waiting for the window manager. GLFW 3.3 waits, and may wait forever if
/// the manager has sent another event by then (XCheckTypedWindowEvent finds nothing, XPending
/// reports something, and there is no timeout). Returns false if the request fails.
bool map_x11_window(std::uint32_t window);

/// Brings the window to the front with keyboard focus, as if for a click at that server time; 0 if
/// the time is unknown.
void activate_x11_window(std::uint32_t window, std::uint32_t time);

/// Tells the desktop that the program it started with this token is up, so that it stops showing a
/// wait.
void end_x11_startup(const std::string& token);

} // namespace app
