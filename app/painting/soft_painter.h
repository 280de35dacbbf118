// SPDX-License-Identifier: MIT
// Frames drawn by the processor, for windows of X11 without graphics hardware.
#pragma once

#include "app/painting/soft_screen.h"
#include "app/window/screen.h"

#include <map>
#include <memory>
#include <vector>

struct GLFWwindow;

namespace app {

/// Whether OpenGL would itself be drawn by the processor: there is no graphics hardware, or
/// software was asked for. ATTENTION_LAB_DRAWING=opengl or =software decides it; whoever chooses
/// among Mesa's drivers gets OpenGL.
bool prefers_software();

class SoftPainter {
public:
    /// Where a window without OpenGL is painted; nothing where that cannot be done.
    static std::unique_ptr<SoftScreen> screen_of(GLFWwindow* window);
    /// Dear ImGui must have its context.
    SoftPainter(GLFWwindow* window, std::unique_ptr<SoftScreen> screen);

    void begin_frame();
    /// 1 where the image holds what was shown last in this size.
    std::size_t age(int width, int height) const;
    /// As GlPainter's.
    void draw(ImDrawData& data, int width, int height, attn::figure::Colour ground,
              const std::vector<PixelArea>& areas, attn::figure::Pixels* seen);
    TextureMaker textures();
    void end();

private:
    std::unique_ptr<SoftScreen> screen_;
    std::map<unsigned int, SoftTexture> pictures_; // by the name that Dear ImGui is told
    unsigned int last_name_ = 1;                   // 1 are the letters
    int width_ = 0, height_ = 0;                   // of what was drawn last
};

} // namespace app
