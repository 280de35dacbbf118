// SPDX-License-Identifier: MIT
// The clipboard for pictures, which GLFW does not have: an owner of the selection CLIPBOARD on X11
// by the conventions of ICCCM 2, wl-copy on Wayland.
#pragma once

#include "core/base/result.h"

#include <memory>
#include <string>
#include <thread>

struct xcb_connection_t;

namespace app {

/// Offers one picture to other programs until another program, or this one, copies something else.
/// Large pictures are handed over in parts. A clipboard manager is asked to keep the picture when
/// the program ends.
class X11PictureClipboard {
public:
    X11PictureClipboard();
    ~X11PictureClipboard();
    X11PictureClipboard(const X11PictureClipboard&) = delete;
    X11PictureClipboard& operator=(const X11PictureClipboard&) = delete;

    /// The bytes of a PNG. The error says what the display refused.
    attn::Result<> offer(std::string png);

private:
    struct Owner;
    void stop();

    std::unique_ptr<Owner> owner_;
    std::thread thread_;
};

/// Gives the PNG to the program wl-copy. The error says how to get it.
attn::Result<> offer_on_wayland(const std::string& png);

} // namespace app
