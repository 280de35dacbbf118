// SPDX-License-Identifier: MIT
#include "app/painting/gl_painter.h"

#include <epoxy/gl.h>
// GLFW must be included after the loader.
#include "app/painting/gl_pixels.h"
#include "app/ui/compat.h"

#include <GLFW/glfw3.h>

namespace app {

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
