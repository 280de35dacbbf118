// SPDX-License-Identifier: MIT
// A clipboard for pictures, which GLFW lacks: owns the selection CLIPBOARD on X11 by the
// conventions of ICCCM 2, or uses wl-copy on Wayland.
#pragma once

#include "core/base/result.h"

#include <memory>
#include <string>
#include <thread>

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
