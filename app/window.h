// SPDX-License-Identifier: MIT
// The window, its OpenGL context and Dear ImGui's lifetime as one object.
#pragma once

#include "app/input.h"
#include "app/line_edit.h"
#include "app/picture_clipboard.h"
#include "core/base/result.h"
#include "core/figure/figure.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

struct GLFWwindow;

namespace app {

/// What the window learned since it was last asked.
struct WindowEvents {
    std::vector<KeyEvent> keys;
    std::vector<std::string> dropped_files;
    bool close_asked = false;
    bool anything = false; // whether any event came at all
};

class Window {
public:
    /// Opens a window with an OpenGL 3.3 core context. The error names what is missing and the
    /// remedy: no display, OpenGL too old, no GLX.
    static attn::Result<std::unique_ptr<Window>> open(const std::string& title, int width,
                                                      int height);
    ~Window();
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    /// Sleeps until something happens, or at most `seconds` (0 looks and returns at once; negative
    /// waits for as long as it takes).
    WindowEvents wait(double seconds);

    void begin_frame();
    /// Draws what Dear ImGui gathered over the colour and shows it.
    /// `seen`: where what it shows is kept as well.
    void end_frame(float red, float green, float blue, attn::figure::Pixels* seen = nullptr);

    double time() const;         // seconds, never backwards
    bool is_visible() const;     // not iconified and larger than nothing
    float content_scale() const; // pixels of the desktop per designed pixel
    void set_title(const std::string& title);
    void set_full_screen(bool full);
    Clipboard clipboard();
    /// Offers the bytes of a PNG to other programs. The error says why they cannot have it.
    attn::Result<> copy_picture(std::string png);
    /// Ends a wait(); any thread may call it.
    static void wake();
    std::string opengl() const; // "4.5 (Core Profile) Mesa …, llvmpipe"

private:
    explicit Window(GLFWwindow* window);
    void install_callbacks();

    GLFWwindow* window_ = nullptr;
    X11PictureClipboard pictures_;
    WindowEvents events_;
    bool is_full_screen_ = false;
    int windowed_[4] = {0, 0, 0, 0}; // where it was before full screen
};

/// Makes wait() return; for other threads, while a window is open.
void wake_window();

/// "OpenGL 4.5 … on llvmpipe" when a display is there, otherwise why not.
std::string opengl_description();

} // namespace app
