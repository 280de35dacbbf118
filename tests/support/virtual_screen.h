// SPDX-License-Identifier: MIT
// A screen without a monitor (Xvfb): moves its mouse, types on its keyboard and reads its pixels.
#pragma once

#include "tests/support/child_process.h"
#include "tests/support/picture.h"
#include "tests/support/temp_dir.h"

#include <csignal>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace attn::test {

class VirtualScreen {
public:
    /// Starts a screen on a free display. `options`: further options for Xvfb: {"-extension",
    /// "GLX"}. Throws std::runtime_error if there is no Xvfb.
    VirtualScreen(int width, int height, const std::vector<std::string>& options = {});
    ~VirtualScreen();

    const std::string& display() const { return display_; } // ":99"
    int width() const { return width_; }
    int height() const { return height_; }

    /// Kills the server, like a crash. Nothing else works afterwards.
    void die();
    bool is_alive() const { return x_ != nullptr; }
    /// Stops the server from answering until go_on().
    void stop() { server_->send(SIGSTOP); }
    void go_on() { server_->send(SIGCONT); }
    bool is_busy() const { return server_->is_busy(); }

    /// Collects what programs announce about their start, from now on.
    void hear_starts();
    std::string said_of_starts();
    /// Sets the scale as desktops tell it to X11 programs (Xft.dpi).
    void set_scale(int scale);

    // Mouse and keyboard. Positions are pixels from the left and top of the screen.
    void move_to(int x, int y);
    void press_button(int button = 1);
    void release_button(int button = 1);
    /// Turns the wheel by one notch; positive is up (away from the person).
    void turn_wheel(int notches);
    /// Presses and releases one key with its modifiers: "ctrl+z", "Tab", "shift+Tab", "plus".
    /// Names are X keysyms.
    void press(std::string_view chord);
    void hold(std::string_view key);
    void let_go(std::string_view key);
    /// Types a UTF-8 text. Characters that no key of the layout has must be among `extra_keys`.
    void type(std::string_view text);
    static constexpr std::u32string_view extra_keys = U"−√é词قطة";

    /// Drops files in the middle of the window, as a file manager does (XDND 5).
    void drop(const std::vector<std::string>& paths);

    // The pixels.
    Picture picture() const;

    // The window manager, which is only simulated.
    /// Plays a window manager that answers nothing until show_held_windows().
    void hold_windows();
    void show_held_windows();
    /// Whether a window of this class (WM_CLASS) is shown.
    bool has_window(std::string_view window_class);
    Area window_area();
    void resize_window(int width, int height);
    /// Asks the window to close, like the close button in its title bar.
    void close_window();
    void iconify_window();
    void show_window();
    /// Puts an empty window above everything, or takes it away.
    void cover(bool covered);

private:
    struct Connection;

    const int width_, height_;
    TempDir folder_;
    std::unique_ptr<ChildProcess> server_;
    std::string display_;
    std::unique_ptr<Connection> x_;
};

} // namespace attn::test
