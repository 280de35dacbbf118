// SPDX-License-Identifier: MIT
// The window, its painter, and the lifetime of Dear ImGui as one object.
#pragma once

#include "app/painting/gl_painter.h"
#include "app/painting/redraw.h"
#include "app/painting/soft_painter.h"
#include "app/session/window_places.h"
#include "app/system/clipboard.h"
#include "app/window/frame_input.h"
#include "app/window/screen.h"
#include "app/window/speaker_window.h"
#include "core/base/result.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

struct GLFWwindow;

namespace app {

class Window {
public:
    /// Opens a window: with an OpenGL 3.3 core context, or painted by the processor if that is
    /// faster. The error names what is missing and the remedy: no display, OpenGL too old, no GLX.
    /// With `draws_whole`, for comparisons, each frame is drawn completely, by OpenGL and over its
    /// own background, as Dear ImGui does by default. The window takes a kept place if a monitor
    /// shows most of it.
    static attn::Result<std::unique_ptr<Window>> open(const std::string& title, int width,
                                                      int height, bool draws_whole = false,
                                                      const std::vector<KeptPlace>& kept = {});
    ~Window();
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    /// Adds the window's place; in full screen, its place before.
    void keep_place(std::vector<KeptPlace>& kept) const;

    bool has_keyboard() const;
    /// Brings the window to the front, with the desktop's startup token of the request.
    void raise(const std::string& token);

    /// The functions that the lab needs, valid as long as the window.
    Screen screen();

private:
    Window(GLFWwindow* window, std::unique_ptr<SoftScreen> soft);
    template <class What>
    auto with_painter(What what) {
        return soft_ ? what(*soft_) : what(*gl_);
    }
    void install_callbacks();
    WindowEvents wait(double seconds);
    void end_frame(attn::figure::Colour ground, attn::figure::Pixels* seen);
    bool is_visible() const;
    float content_scale() const;
    void set_full_screen(bool full);
    Clipboard clipboard();
    void take_keys_of(GLFWwindow* window);
    SpeakerScreen speaker();
    attn::Result<> open_speaker();
    void close_speaker();
    attn::Result<> copy_picture(std::string png);

    double frame_began_ = 0, slow_frame_ = 0; // seconds; the slowest recent frame
    GLFWwindow* window_ = nullptr;
    X11PictureClipboard pictures_;
    WindowEvents events_;
    PointerQueue pointer_;
    FrameInput input_;
    std::unique_ptr<GlPainter> gl_; // one of the two is null
    std::unique_ptr<SoftPainter> soft_;
    std::unique_ptr<SpeakerWindow> speaker_;         // while it is open
    std::vector<FrameMarks> shown_;                  // the last frames, newest first
    Pieces pieces_;                                  // the pieces of the frame being drawn
    std::map<unsigned int, std::uint64_t> textures_; // a serial number for each
    std::uint64_t made_textures_ = 0;
    bool draws_whole_ = false;
    bool must_show_ = true;    // the screen has lost its content
    std::uint32_t copied_ = 0; // the X11 window that owns our copied text
    bool is_full_screen_ = false;
    int width_ = 0, height_ = 0; // in pixels
    bool is_iconified_ = false;
    int windowed_[4] = {0, 0, 0, 0}; // its place before full screen
};

/// Makes wait() return. For other threads, while a window is open.
void wake_window();

/// "OpenGL 4.5 … on llvmpipe" if there is a display, else why not.
std::string opengl_description();

} // namespace app
