// SPDX-License-Identifier: MIT
// Frames drawn by OpenGL.
#pragma once

#include "app/painting/back_buffer.h"
#include "app/painting/redraw.h"
#include "app/window/screen.h"

struct GLFWwindow;

namespace app {

class GlPainter {
public:
    /// For the window's context, which is current; Dear ImGui must have its context.
    GlPainter(GLFWwindow* window, bool by_egl);

    void begin_frame();
    /// See BackBuffer.
    std::size_t age(int, int) const { return buffer_.age(); }
    /// Draws what Dear ImGui gathered over the colour, in the areas, keeps what is then seen unless
    /// null, and shows it.
    void draw(ImDrawData& data, int width, int height, attn::figure::Colour ground,
              const std::vector<PixelArea>& areas, attn::figure::Pixels* seen);
    static TextureMaker textures();
    void end();

private:
    GLFWwindow* window_;
    BackBuffer buffer_;
};

} // namespace app
