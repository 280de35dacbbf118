// SPDX-License-Identifier: MIT
// Draws frames on the processor, for X11 windows without graphics hardware.
#pragma once

#include "app/painting/soft_paint.h"
#include "app/window/screen.h"

#include <map>
#include <memory>
#include <vector>

namespace app {

// An image in memory shared with the X server, which copies it to a window on request.

class SoftScreen {
public:
    /// Opens it for the window with this number. Null if the server uses other pixels than
    /// 0x00RRGGBB or cannot share memory.
    static std::unique_ptr<SoftScreen> of_window(std::uint32_t window);
    ~SoftScreen();
    SoftScreen(const SoftScreen&) = delete;
    SoftScreen& operator=(const SoftScreen&) = delete;

    /// Returns the image in a size, to paint on; the server has finished reading the last one. Null
    /// pixels if there is no memory. After a change of size its content is undefined.
    SoftImage image(int width, int height);
    /// Copies the areas to the window.
    void show(const std::vector<PixelArea>& areas);

private:
    struct Connection;
    explicit SoftScreen(std::unique_ptr<Connection> connection);
    std::unique_ptr<Connection> connection_;
};

} // namespace app

struct GLFWwindow;

namespace app {

/// Whether to paint on the processor because OpenGL would do so itself: there is no graphics
/// hardware, or software was asked for. ATTENTION_LAB_DRAWING=opengl or =software overrides this;
/// choosing one of Mesa's drivers means OpenGL.
bool prefers_software();

class SoftPainter {
public:
    /// Opens the memory that a window without OpenGL is painted in; null if that is not possible.
    static std::unique_ptr<SoftScreen> screen_of(GLFWwindow* window);
    /// Dear ImGui's context must exist.
    SoftPainter(GLFWwindow* window, std::unique_ptr<SoftScreen> screen);

    void begin_frame();
    /// 1 if the image holds the last frame in this size.
    std::size_t age(int width, int height) const;
    /// As GlPainter::draw.
    void draw(ImDrawData& data, int width, int height, attn::figure::Colour ground,
              const std::vector<PixelArea>& areas, attn::figure::Pixels* seen);
    TextureMaker textures();
    void end();

private:
    std::unique_ptr<SoftScreen> screen_;
    std::map<unsigned int, SoftTexture> pictures_; // by the name given to Dear ImGui
    unsigned int last_name_ = 1;                   // 1 is the texture of the letters
    int width_ = 0, height_ = 0;                   // the size of the last drawn frame
};

} // namespace app
