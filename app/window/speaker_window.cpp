// SPDX-License-Identifier: MIT
#include "app/window/speaker_window.h"

#include <epoxy/gl.h>
// GLFW must be included after the loader.
#include "app/painting/gl_painter.h"
#include "app/painting/soft_painter.h"
#include "app/window/window_place.h"

#include <GLFW/glfw3.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

namespace app {
namespace {

using attn::Error;
using attn::Result;

/// Its place: the middle of another monitor, else over the room's window.
WindowPlace place_beside(GLFWwindow* room) {
    const WindowPlace of_room = place_of(room);
    const int x = of_room.x + of_room.width / 2, y = of_room.y + of_room.height / 2;
    WindowPlace place{of_room.x + 60, of_room.y + 60, 1000, 640};
    int count = 0;
    GLFWmonitor** const monitors = glfwGetMonitors(&count);
    for (int at = 0; at < count; ++at) {
        int left = 0, top = 0, width = 0, height = 0;
        glfwGetMonitorWorkarea(monitors[at], &left, &top, &width, &height);
        const bool has_room = x >= left && x < left + width && y >= top && y < top + height;
        if (!has_room && width > 0 && height > 0) {
            place = {left + width / 10, top + height / 10, 4 * width / 5, 4 * height / 5};
            break;
        }
    }
    return place;
}

} // namespace

Result<std::unique_ptr<SpeakerWindow>> SpeakerWindow::open(GLFWwindow* room, bool is_soft) {
    const WindowPlace place = place_beside(room);
    glfwDefaultWindowHints();
    if (is_soft) {
        glfwWindowHint(GLFW_CLIENT_API, GLFW_NO_API);
    } else {
        glfwWindowHint(GLFW_CONTEXT_CREATION_API,
                       glfwGetWindowAttrib(room, GLFW_CONTEXT_CREATION_API));
        glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
        glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
        glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    }
    glfwWindowHintString(GLFW_X11_CLASS_NAME, "attention-lab");
    glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "attention-lab");
    glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE); // until it has its place
    glfwWindowHint(GLFW_FOCUS_ON_SHOW, GLFW_FALSE);
    GLFWwindow* const window =
        glfwCreateWindow(place.width, place.height, "Attention Lab – speaker", nullptr, nullptr);
    std::unique_ptr<SoftScreen> soft = window && is_soft ? SoftPainter::screen_of(window) : nullptr;
    if (!window || (is_soft && !soft)) {
        const char* why = nullptr;
        glfwGetError(&why);
        if (window)
            glfwDestroyWindow(window);
        return Error{std::string("the speaker's window cannot be opened") +
                     (why ? std::string(" (") + why + ")" : "") +
                     ". attention-lab lesson notes NAME prints the notes"};
    }
    if (!is_soft) {
        glfwMakeContextCurrent(window);
        glfwSwapInterval(0); // The room's window already waits for its screen.
        glfwMakeContextCurrent(room);
    }
    put(window, place);
    app::show(window, place.is_maximised, false);
    return std::unique_ptr<SpeakerWindow>(new SpeakerWindow(window, room, std::move(soft)));
}

SpeakerWindow::~SpeakerWindow() {
    soft_.reset();
    glfwDestroyWindow(window_);
}

attn::figure::Size SpeakerWindow::size() const {
    int width = 0, height = 0;
    if (glfwGetWindowAttrib(window_, GLFW_ICONIFIED) == GLFW_FALSE)
        glfwGetFramebufferSize(window_, &width, &height);
    return {static_cast<float>(width), static_cast<float>(height)};
}

void SpeakerWindow::show(attn::figure::Pixels pixels) {
    shown_ = std::move(pixels);
    show_again();
}

void SpeakerWindow::show_again() {
    int width = 0, height = 0;
    glfwGetFramebufferSize(window_, &width, &height);
    if (width <= 0 || height <= 0 || shown_.width <= 0)
        return;
    if (!soft_)
        return show_by_opengl(height);
    const SoftImage image = soft_->image(width, height);
    if (!image.pixels)
        return;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            // While it is being enlarged, the last line and column are repeated.
            const attn::figure::Colour& from =
                shown_.line(std::min(y, shown_.height - 1))[std::min(x, shown_.width - 1)];
            image.pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                         static_cast<std::size_t>(x)] =
                static_cast<std::uint32_t>(from.red) << 16U |
                static_cast<std::uint32_t>(from.green) << 8U | from.blue;
        }
    soft_->show({{0, 0, width, height}});
}

/// Copies a texture to the window, upside down as OpenGL counts lines.
void SpeakerWindow::show_by_opengl(int height) {
    glfwMakeContextCurrent(window_);
    unsigned int texture = make_texture(shown_, false), frame = 0;
    glGenFramebuffers(1, &frame);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, frame);
    glFramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
    const attn::figure::Colour ground = shown_.colours.front();
    glClearColor(static_cast<float>(ground.red) / 255, static_cast<float>(ground.green) / 255,
                 static_cast<float>(ground.blue) / 255, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    glBlitFramebuffer(0, 0, shown_.width, shown_.height, 0, height, shown_.width,
                      height - shown_.height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glDeleteFramebuffers(1, &frame);
    glDeleteTextures(1, &texture);
    glfwSwapBuffers(window_);
    glfwMakeContextCurrent(room_);
}

} // namespace app
