// SPDX-License-Identifier: MIT
// A screen without a display: Dear ImGui draws, nobody renders, and everything drawn is checked.
#pragma once

#include "app/ui/compat.h"
#include "app/window/screen.h"

#include <functional>
#include <string>

namespace attn::test {

class Headless {
public:
    Headless();
    ~Headless();
    Headless(const Headless&) = delete;
    Headless& operator=(const Headless&) = delete;

    /// Each wait of the lab asks `next` what happens.
    app::Screen screen(std::function<app::WindowEvents()> next);

    ImVec2 size{1600, 900}; // of the window in pixels
    float scale = 1;        // of the desktop
    bool is_iconified = false;
    std::string clipboard;
    double time = 0;
    std::size_t frames = 0, vertices = 0; // drawn since it began
    std::string fault;                    // the first number that could not be drawn

private:
    void check(const ImDrawData& drawn);

    unsigned int last_texture_ = 1; // the first is that of the fonts
};

} // namespace attn::test
