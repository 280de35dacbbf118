// SPDX-License-Identifier: MIT
#include "app/painting/gl_painter.h"

#include <epoxy/egl.h>
#include <epoxy/gl.h>
#include <epoxy/glx.h>
// GLFW must be included after the loader.
#include "app/ui/compat.h"

#include <GLFW/glfw3.h>

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace app {

attn::figure::Pixels pixels_of_window(int width, int height) {
    attn::figure::Pixels pixels;
    pixels.width = width;
    pixels.height = height;
    const auto row = static_cast<std::size_t>(width), rows = static_cast<std::size_t>(height);
    pixels.colours.resize(row * rows);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, pixels.colours.data());
    for (auto& colour : pixels.colours)
        colour.alpha = 255;
    const auto begin = pixels.colours.begin();
    for (std::size_t top = 0; top < rows / 2; ++top)
        std::swap_ranges(begin + static_cast<std::ptrdiff_t>(top * row),
                         begin + static_cast<std::ptrdiff_t>((top + 1) * row),
                         begin + static_cast<std::ptrdiff_t>((rows - 1 - top) * row));
    return pixels;
}

unsigned int make_texture(const attn::figure::Pixels& pixels, bool is_smooth) {
    unsigned int texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER,
                    is_smooth ? GL_LINEAR_MIPMAP_LINEAR : GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, is_smooth ? GL_LINEAR : GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, pixels.width, pixels.height, 0, GL_RGBA,
                 GL_UNSIGNED_BYTE, pixels.colours.data());
    if (is_smooth)
        glGenerateMipmap(GL_TEXTURE_2D);
    return texture;
}

namespace {

bool draws_in_software() {
    const auto* renderer = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
    const std::string_view name = renderer ? renderer : "";
    return name.find("llvmpipe") != name.npos || name.find("softpipe") != name.npos;
}

} // namespace

BackBuffer::BackBuffer(bool by_egl) {
    if (by_egl) {
        EGLDisplay display = eglGetCurrentDisplay();
        if (display != EGL_NO_DISPLAY && epoxy_has_egl_extension(display, "EGL_EXT_buffer_age"))
            kind_ = Kind::AgedByEgl;
        return;
    }
    Display* display = glXGetCurrentDisplay();
    if (!display)
        return;
    const int screen = DefaultScreen(display);
    if (epoxy_has_glx_extension(display, screen, "GLX_EXT_buffer_age"))
        kind_ = Kind::AgedByGlx;
    else if (draws_in_software())
        kind_ = Kind::Kept;
}

std::size_t BackBuffer::age() const {
    if (kind_ == Kind::Kept)
        return 1;
    if (kind_ == Kind::AgedByEgl) {
        EGLint age = 0;
        return eglQuerySurface(eglGetCurrentDisplay(), eglGetCurrentSurface(EGL_DRAW),
                               EGL_BUFFER_AGE_EXT, &age) &&
                       age > 0
                   ? static_cast<std::size_t>(age)
                   : 0;
    }
    if (kind_ == Kind::AgedByGlx) {
        unsigned int age = 0;
        glXQueryDrawable(glXGetCurrentDisplay(), glXGetCurrentDrawable(), GLX_BACK_BUFFER_AGE_EXT,
                         &age);
        return age;
    }
    return 0;
}

GlPainter::GlPainter(GLFWwindow* window, bool by_egl) : window_(window), buffer_(by_egl) {
    ImGui_ImplGlfw_InitForOpenGL(window_, true); // It also calls our callbacks.
    ImGui_ImplOpenGL3_Init("#version 330");
}

void GlPainter::begin_frame() {
    ImGui_ImplOpenGL3_NewFrame();
}

void GlPainter::draw(ImDrawData& data, int width, int height, attn::figure::Colour ground,
                     const std::vector<PixelArea>& areas, attn::figure::Pixels* seen) {
    glViewport(0, 0, width, height);
    glClearColor(static_cast<float>(ground.red) / 255, static_cast<float>(ground.green) / 255,
                 static_cast<float>(ground.blue) / 255, 1);
    glEnable(GL_SCISSOR_TEST);
    for (const PixelArea& area : areas) {
        glScissor(area.left, height - area.bottom, area.right - area.left, area.bottom - area.top);
        glClear(GL_COLOR_BUFFER_BIT);
    }
    glDisable(GL_SCISSOR_TEST);
    ImGui_ImplOpenGL3_RenderDrawData(&data);
    if (seen)
        *seen = pixels_of_window(width, height);
    glfwSwapBuffers(window_);
}

TextureMaker GlPainter::textures() {
    return {make_texture, [](unsigned int texture) { glDeleteTextures(1, &texture); }};
}

void GlPainter::end() {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
}

} // namespace app
