// SPDX-License-Identifier: MIT
// Draws frames by OpenGL.
#pragma once

#include "app/painting/back_buffer.h"
#include "app/painting/redraw.h"
#include "app/window/screen.h"

struct GLFWwindow;

namespace app {

class GlPainter {
public:
    /// The window's context must be current, and Dear ImGui's context must exist.
    GlPainter(GLFWwindow* window, bool by_egl);

    void begin_frame();
    /// See BackBuffer.
    std::size_t age(int, int) const { return buffer_.age(); }
    /// Draws Dear ImGui's lists over the ground colour in the areas, copies the result to `seen`
    /// unless it is null, and shows it.
    void draw(ImDrawData& data, int width, int height, attn::figure::Colour ground,
              const std::vector<PixelArea>& areas, attn::figure::Pixels* seen);
    static TextureMaker textures();
    void end();

private:
    GLFWwindow* window_;
    BackBuffer buffer_;
};

} // namespace app
