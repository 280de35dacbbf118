// SPDX-License-Identifier: MIT
#include "app/painting/back_buffer.h"

#include <epoxy/egl.h>
#include <epoxy/gl.h>
#include <epoxy/glx.h>

#include <string_view>

namespace app {
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

} // namespace app
