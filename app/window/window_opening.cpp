// SPDX-License-Identifier: MIT
// Opens a window: chooses its painter, size and place, and only then shows it.
#include "app/window/window.h"

#include <epoxy/gl.h>
// GLFW must be included after the loader.
#include "app/system/crash_writer.h"
#include "app/window/glfw_start.h"
#include "app/window/window_place.h"

#include <GLFW/glfw3.h>

#include <cstdlib>
#include <optional>
#include <utility>

namespace app {
namespace {

using attn::Error;
using attn::Result;

/// GLFW's error since the last call.
std::string last_complaint() {
    const char* description = nullptr;
    glfwGetError(&description);
    return description ? description : "no reason given";
}

Error no_window(const std::string& what) {
    const char* display = std::getenv("DISPLAY");
    const std::string where = display ? "display " + std::string(display) : "no DISPLAY is set";
    return Error{
        what + " (" + last_complaint() + "; " + where +
        "). Without a display Attention Lab works on the command line: see attention-lab --help"};
}

Error no_opengl() {
    return Error{"Attention Lab needs OpenGL 3.3, which this display does not offer (" +
                 last_complaint() +
                 "). Update the graphics driver, or try software rendering with "
                 "LIBGL_ALWAYS_SOFTWARE=1"};
}

/// Creates a window with an OpenGL context by GLX or EGL, or with none.
GLFWwindow* create(const std::string& title, int width, int height,
                   std::optional<int> context_api) {
    glfwDefaultWindowHints();
    if (context_api)
        glfwWindowHint(GLFW_CONTEXT_CREATION_API, *context_api);
    else
        glfwWindowHint(GLFW_CLIENT_API, GLFW_NO_API);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
    glfwWindowHint(GLFW_DEPTH_BITS, 0); // Only colours are drawn.
    glfwWindowHint(GLFW_STENCIL_BITS, 0);
    glfwWindowHintString(GLFW_X11_CLASS_NAME, "attention-lab");
    glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "attention-lab");
    glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE); // until it has its place
    return glfwCreateWindow(width, height, title.c_str(), nullptr, nullptr);
}

std::string context_text() {
    const auto* version = reinterpret_cast<const char*>(glGetString(GL_VERSION));
    const auto* renderer = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
    return std::string(version ? version : "?") + ", " + (renderer ? renderer : "?");
}

} // namespace

Result<std::unique_ptr<Window>> Window::open(const std::string& title, int width, int height,
                                             bool draws_whole, const std::vector<KeptPlace>& kept) {
    if (!start_glfw())
        return no_window("no window can be opened");
    const std::vector<Monitor> there = monitors();
    const std::optional<WindowPlace> last = place_on(there, kept);
    FirstSize size{width, height};
    if (!there.empty())
        size = first_size(there.front(), width, height, is_framed());
    std::unique_ptr<SoftScreen> soft;
    GLFWwindow* window = nullptr;
    if (!draws_whole && prefers_software() && !is_on_wayland()) {
        window = create(title, size.width, size.height, std::nullopt);
        soft = window ? SoftPainter::screen_of(window) : nullptr;
        if (window && !soft) {
            glfwDestroyWindow(window);
            window = nullptr;
        }
    }
    if (!window)
        window = create(title, size.width, size.height, GLFW_NATIVE_CONTEXT_API);
    if (!window) // An X server without GLX may still have EGL.
        window = create(title, size.width, size.height, GLFW_EGL_CONTEXT_API);
    if (!window) {
        glfwTerminate();
        return no_opengl();
    }
    if (!soft) {
        glfwMakeContextCurrent(window);
        glfwSwapInterval(1);
    }
    note_for_crashes(CrashNote::Drawing, soft ? "by the processor" : context_text());
    auto opened = std::unique_ptr<Window>(new Window(window, std::move(soft)));
    opened->draws_whole_ = draws_whole;
    const bool is_maximised = last ? last->is_maximised : size.is_maximised;
    if (last)
        put(window, *last);
    show(window, is_maximised);
    return opened;
}

std::string opengl_description() {
    if (!start_glfw())
        return "no display (" + last_complaint() + ")";
    glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    std::string text;
    if (GLFWwindow* window = glfwCreateWindow(64, 64, "info", nullptr, nullptr)) {
        glfwMakeContextCurrent(window);
        text = context_text();
        glfwDestroyWindow(window);
    } else {
        text = "none of version 3.3 (" + last_complaint() + ")";
    }
    glfwTerminate();
    return text;
}

} // namespace app
