// SPDX-License-Identifier: MIT
// Draws frames by OpenGL.
#pragma once

#include "app/painting/redraw.h"
#include "app/window/screen.h"
#include "core/figure/base/figure.h"

#include <cstddef>

namespace app {

// Copies pictures to and from OpenGL.

/// Reads the drawn pixels from the top row down, without the alpha left by blending.
attn::figure::Pixels pixels_of_window(int width, int height);

/// Makes a texture of the picture and returns its name. A smooth one may be drawn smaller than it
/// is.
unsigned int make_texture(const attn::figure::Pixels& pixels, bool is_smooth);

// What OpenGL's back buffer still holds of earlier frames.

class BackBuffer {
public:
    /// A buffer with unknown content.
    BackBuffer() = default;
    /// The buffer of the current context, which was made by EGL or else by GLX.
    explicit BackBuffer(bool by_egl);

    /// How many frames ago its content was shown: 1 if it is what the window shows, 0 if unknown.
    /// After a resize the buffer is another one.
    std::size_t age() const;

private:
    enum class Kind {
        Unknown,
        AgedByEgl,
        AgedByGlx,
        Kept // Mesa's software renderer copies it to the window and keeps it
    };
    Kind kind_ = Kind::Unknown;
};

} // namespace app

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
