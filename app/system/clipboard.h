// SPDX-License-Identifier: MIT
// Reads text that another program copied, with a time limit. GLFW waits without limit for the
// owner, so a hanging program would hang the window too. Follows ICCCM 2.4.
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace app {

/// Longer texts are refused.
constexpr std::size_t most_clipboard_bytes = std::size_t{16} << 20;

/// The window that owns the selection CLIPBOARD on the X11 display; 0 if there is none.
std::uint32_t x11_clipboard_owner();

/// Reads the clipboard's text as UTF-8; empty if it holds none. The error says that its owner did
/// not answer within a second, or that the text is too long.
attn::Result<std::string> read_x11_clipboard();

// Runs another program with bytes as its input.

/// Runs the program (found in PATH) with these arguments and the bytes as standard input, without
/// output, and waits for its end. Uses no shell. Returns whether it ended with code 0.
bool run_with_input(std::vector<std::string> command, std::string_view bytes);

} // namespace app

// A clipboard for pictures, which GLFW lacks: owns the selection CLIPBOARD on X11 by the
// conventions of ICCCM 2, or uses wl-copy on Wayland.

struct xcb_connection_t;

namespace app {

/// Offers one picture to other programs until something else is copied. Large pictures are sent in
/// parts. At the program's end, asks a clipboard manager to keep the picture.
class X11PictureClipboard {
public:
    X11PictureClipboard();
    ~X11PictureClipboard();
    X11PictureClipboard(const X11PictureClipboard&) = delete;
    X11PictureClipboard& operator=(const X11PictureClipboard&) = delete;

    /// Offers the bytes of a PNG. The error says what the display refused.
    attn::Result<> offer(std::string png);

private:
    struct Owner;
    void stop();

    std::unique_ptr<Owner> owner_;
    std::thread thread_;
};

/// Passes the PNG to the program wl-copy. The error says how to get it.
attn::Result<> offer_on_wayland(const std::string& png);

} // namespace app
