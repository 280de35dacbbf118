// SPDX-License-Identifier: MIT
// The least that a window can be, to measure the lab against:
// attention-bare-window glx|egl: OpenGL alone, cleared and shown;
// attention-bare-window imgui: Dear ImGui on GLFW with nothing in it;
// attention-bare-window cells N: the same with a heatmap of N × N rectangles, drawn again whenever
// the pointer moves. Each waits for events and ends when it is told to.
#include <epoxy/egl.h>
#include <epoxy/gl.h>
#include <epoxy/glx.h>
// GLFW and X11 come after the loader.
#include "app/ui/compat.h"

#include <GLFW/glfw3.h>
#include <unistd.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

namespace {

constexpr int width = 1600, height = 900;

void rest() {
    while (true)
        pause();
}

int bare_glx() {
    Display* display = XOpenDisplay(nullptr);
    std::array<int, 9> wanted = {
        GLX_RGBA, GLX_DOUBLEBUFFER, GLX_RED_SIZE, 8, GLX_GREEN_SIZE, 8, GLX_BLUE_SIZE, 8, None};
    XVisualInfo* visual = display ? glXChooseVisual(display, 0, wanted.data()) : nullptr;
    if (!visual)
        return 1;
    XSetWindowAttributes attributes{};
    attributes.colormap =
        XCreateColormap(display, DefaultRootWindow(display), visual->visual, AllocNone);
    const Window window =
        XCreateWindow(display, DefaultRootWindow(display), 0, 0, width, height, 0, visual->depth,
                      InputOutput, visual->visual, CWColormap, &attributes);
    XMapWindow(display, window);
    GLXContext context = glXCreateContext(display, visual, nullptr, True);
    if (!context || !glXMakeCurrent(display, window, context))
        return 1;
    glClearColor(0.2F, 0.4F, 0.6F, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    glXSwapBuffers(display, window);
    glFinish();
    XSync(display, False);
    rest();
    return 0;
}

int bare_egl() {
    Display* x = XOpenDisplay(nullptr);
    if (!x)
        return 1;
    // Without a background, so that the first visible picture is the drawn one.
    const Window window = XCreateWindow(x, DefaultRootWindow(x), 0, 0, width, height, 0,
                                        CopyFromParent, InputOutput, nullptr, 0, nullptr);
    XMapWindow(x, window);
    XSync(x, False);
    EGLDisplay display = eglGetDisplay(x);
    eglInitialize(display, nullptr, nullptr);
    eglBindAPI(EGL_OPENGL_API);
    const std::array<EGLint, 3> wanted = {EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
    EGLConfig config = nullptr;
    EGLint count = 0;
    if (!eglChooseConfig(display, wanted.data(), &config, 1, &count) || count == 0)
        return 1;
    EGLSurface surface = eglCreateWindowSurface(display, config, window, nullptr);
    EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, nullptr);
    if (!eglMakeCurrent(display, surface, surface, context))
        return 1;
    glClearColor(0.2F, 0.4F, 0.6F, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    eglSwapBuffers(display, surface);
    glFinish();
    XSync(x, False);
    rest();
    return 0;
}

/// A colour for a number between 0 and 1.
ImU32 colour(float at) {
    return ImGui::GetColorU32(ImVec4(at, 0.3F + 0.5F * at, 0.6F - 0.4F * at, 1));
}

int with_imgui(int cells) {
    if (!glfwInit())
        return 1;
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    GLFWwindow* window = glfwCreateWindow(width, height, "bare", nullptr, nullptr);
    if (!window)
        return 1;
    glfwMakeContextCurrent(window);
    glfwSwapInterval(1);
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;
    ImGui_ImplGlfw_InitForOpenGL(window, true);
    ImGui_ImplOpenGL3_Init("#version 330");
    std::vector<float> values(static_cast<std::size_t>(cells) * static_cast<std::size_t>(cells));
    for (std::size_t at = 0; at < values.size(); ++at)
        values[at] = std::abs(std::sin(static_cast<float>(at) * 0.37F));
    while (true) {
        const ImVec2 pointer = ImGui::GetIO().MousePos;
        ImGui_ImplOpenGL3_NewFrame();
        ImGui_ImplGlfw_NewFrame();
        ImGui::NewFrame();
        ImGui::SetNextWindowPos({0, 0});
        ImGui::SetNextWindowSize(ImGui::GetIO().DisplaySize);
        ImGui::Begin("heatmap", nullptr, ImGuiWindowFlags_NoDecoration);
        if (!values.empty()) { // What the pointer moves changes a number.
            values.front() = std::abs(std::sin(ImGui::GetIO().MousePos.x + pointer.y));
            const float side = 850.0F / static_cast<float>(cells);
            ImDrawList& list = *ImGui::GetWindowDrawList();
            for (int row = 0; row < cells; ++row)
                for (int column = 0; column < cells; ++column) {
                    const ImVec2 from(20 + side * static_cast<float>(column),
                                      20 + side * static_cast<float>(row));
                    const auto at =
                        static_cast<std::size_t>(row) * static_cast<std::size_t>(cells) +
                        static_cast<std::size_t>(column);
                    list.AddRectFilled(from, {from.x + side, from.y + side}, colour(values[at]));
                }
        }
        ImGui::End();
        ImGui::Render();
        glClear(GL_COLOR_BUFFER_BIT);
        ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
        glfwSwapBuffers(window);
        glfwWaitEvents();
    }
}

} // namespace

int main(int count, char** arguments) {
    const std::string kind = count > 1 ? arguments[1] : "";
    if (kind == "glx")
        return bare_glx();
    if (kind == "egl")
        return bare_egl();
    if (kind == "imgui")
        return with_imgui(0);
    if (kind == "cells" && count > 2)
        return with_imgui(std::atoi(arguments[2]));
    std::cerr << "usage: attention-bare-window glx|egl|imgui|cells N\n";
    return 2;
}
