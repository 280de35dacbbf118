// SPDX-License-Identifier: MIT
// What the lab needs from a window, as functions: the real window (window.h) supplies its own,
// tests without a display supply others.
#pragma once

#include "app/input/input.h"
#include "app/input/line_edit.h"
#include "core/base/result.h"
#include "core/figure/base/figure.h"

#include <functional>
#include <string>
#include <vector>

namespace app {

/// Events since the last call.
struct WindowEvents {
    std::vector<KeyEvent> keys;
    std::vector<std::string> dropped_files;
    bool close_asked = false;
    bool speaker_close_asked = false; // the speaker's window was asked to close
    bool anything = false;            // whether any event arrived
};

/// Makes textures that Dear ImGui's renderer can use.
struct TextureMaker {
    std::function<unsigned int(const attn::figure::Pixels&, bool is_smooth)> make;
    std::function<void(unsigned int)> forget;
};

/// The second window while presenting. It shows pictures; keys pressed in it go to the first
/// window.
struct SpeakerScreen {
    std::function<attn::Result<>()> open;
    std::function<void()> close;
    std::function<attn::figure::Size()> size; // in pixels; 0 while it is not visible
    std::function<void(attn::figure::Pixels)> show;
};

struct Screen {
    /// Sleeps until something happens, at most this many seconds (0: returns at once; negative: no
    /// limit). Pointer events go to Dear ImGui directly.
    std::function<WindowEvents(double)> wait;
    /// Ends a wait; callable from any thread.
    std::function<void()> wake;
    std::function<double()> time;         // seconds, never backwards
    std::function<bool()> is_visible;     // not minimised and not empty
    std::function<float()> content_scale; // pixels of the desktop per designed pixel
    std::function<void(const std::string&)> set_title;
    std::function<void(bool)> set_full_screen;
    std::function<void()> begin_frame;
    /// Draws Dear ImGui's lists over the colour and shows the result, unless it looks as before.
    /// Copies it to the pixels unless they are null.
    std::function<void(attn::figure::Colour, attn::figure::Pixels*)> end_frame;
    Clipboard clipboard;
    /// Offers the bytes of a PNG to other programs. The error says why that fails.
    std::function<attn::Result<>(std::string)> copy_picture;
    TextureMaker textures;
    /// Makes the next frame drawn completely, after the resources of frames changed.
    std::function<void()> forget_frames = [] {};
    SpeakerScreen speaker = {}; // empty functions: there is no second window
};

} // namespace app
