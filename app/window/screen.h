// SPDX-License-Identifier: MIT
// What the lab needs of a window, as functions: a real window gives its own (window.h), tests
// without a display give others.
#pragma once

#include "app/input/input.h"
#include "app/input/line_edit.h"
#include "core/base/result.h"
#include "core/figure/figure.h"

#include <functional>
#include <string>
#include <vector>

namespace app {

/// What the window learned since it was last asked.
struct WindowEvents {
    std::vector<KeyEvent> keys;
    std::vector<std::string> dropped_files;
    bool close_asked = false;
    bool speaker_close_asked = false; // of the speaker's window
    bool anything = false;            // whether any event came at all
};

/// Pictures where Dear ImGui's renderer finds them.
struct TextureMaker {
    std::function<unsigned int(const attn::figure::Pixels&, bool is_smooth)> make;
    std::function<void(unsigned int)> forget;
};

/// The second window while presenting, which shows pictures. Keys that are pressed in it are those
/// of the first.
struct SpeakerScreen {
    std::function<attn::Result<>()> open;
    std::function<void()> close;
    std::function<attn::figure::Size()> size; // in pixels; of nothing while it cannot be seen
    std::function<void(attn::figure::Pixels)> show;
};

struct Screen {
    /// Sleeps until something happens, or at most the seconds (0 looks and returns at once;
    /// negative waits for as long as it takes). The pointer goes to Dear ImGui by itself.
    std::function<WindowEvents(double)> wait;
    /// Ends a wait; any thread may call it.
    std::function<void()> wake;
    std::function<double()> time;         // seconds, never backwards
    std::function<bool()> is_visible;     // not iconified and larger than nothing
    std::function<float()> content_scale; // pixels of the desktop per designed pixel
    std::function<void(const std::string&)> set_title;
    std::function<void(bool)> set_full_screen;
    std::function<void()> begin_frame;
    /// Draws what Dear ImGui gathered over the colour and shows it; nothing where that looks as
    /// before.
    /// The pixels: where what it shows is kept as well, unless null.
    std::function<void(attn::figure::Colour, attn::figure::Pixels*)> end_frame;
    Clipboard clipboard;
    /// Offers the bytes of a PNG to other programs. The error says why they cannot have it.
    std::function<attn::Result<>(std::string)> copy_picture;
    TextureMaker textures;
    /// What frames are drawn with has changed: the next one is drawn whole.
    std::function<void()> forget_frames = [] {};
    SpeakerScreen speaker = {}; // without functions there can be none
};

} // namespace app
