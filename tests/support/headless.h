// SPDX-License-Identifier: MIT
// A screen without a display: Dear ImGui draws, everything drawn is checked, and painted where a
// test looks at it.
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

    /// Each wait of the lab takes the time of a frame, and asks `next` what happens: with the
    /// seconds that the lab waits at most, as Screen::wait has them.
    app::Screen screen(
        std::function<app::WindowEvents(double)> next, std::function<void()> wake = [] {});

    /// What the last frame shows.
    Picture picture() const;

    ImVec2 size{1600, 900}; // of the window in pixels
    float scale = 1;        // of the desktop
    bool is_iconified = false, is_full_screen = false;
    std::string clipboard, title;
    double time = 0;
    std::size_t frames = 0, vertices = 0; // drawn since it began
    std::string fault;                    // the first number that could not be drawn

private:
    void check(const ImDrawData& drawn);

    double frame_time_ = 0; // of the last frame
    figure::Colour ground_;
    std::map<unsigned int, app::SoftTexture> pictures_; // by the name that Dear ImGui is told
    unsigned int last_texture_ = 1;                     // the first is that of the fonts
};

} // namespace attn::test
