// SPDX-License-Identifier: MIT
// A screen without a display: Dear ImGui draws, every drawn shape is checked, and pixels are
// painted only if a test looks at them.
#pragma once

#include "app/painting/soft_paint.h"
#include "app/ui/compat.h"
#include "app/window/screen.h"
#include "tests/support/picture.h"

#include <functional>
#include <map>
#include <string>

namespace attn::test {

class Headless {
public:
    Headless();
    ~Headless();
    Headless(const Headless&) = delete;
    Headless& operator=(const Headless&) = delete;

    /// A screen on which each wait of the lab takes one frame's time. `next` gives the events of a
    /// wait; its argument is the longest wait in seconds, as in Screen::wait.
    app::Screen screen(
        std::function<app::WindowEvents(double)> next, std::function<void()> wake = [] {});

    /// The pixels of the last frame.
    Picture picture() const;

    ImVec2 size{1600, 900}; // of the window in pixels
    float scale = 1;        // of the desktop
    bool is_iconified = false, is_full_screen = false;
    std::string clipboard, title;
    double time = 0;
    std::size_t frames = 0, vertices = 0; // drawn since the start
    std::string fault;                    // describes the first invalid number among the drawn ones

private:
    void check(const ImDrawData& drawn);

    double frame_time_ = 0; // of the last frame
    figure::Colour ground_;
    std::map<unsigned int, app::SoftTexture> pictures_; // by the id that Dear ImGui uses
    unsigned int last_texture_ = 1;                     // the first is that of the fonts
};

} // namespace attn::test
