// SPDX-License-Identifier: MIT
// The lab as a person uses it: what its last frame showed is read from its probe; everything done
// to it goes through mouse and keyboard. It has two bodies, and what a test is linked with decides:
// the window in this process, without a display and with a clock that only waiting moves
// (lab_in_process.cpp), or the real program on a screen of its own (real_lab.cpp).
#pragma once

#include "tests/support/child_process.h"
#include "tests/support/picture.h"

#include <nlohmann/json.hpp>

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attn::test {

using Json = nlohmann::json;

/// Starts the program with arguments and without a window; `display` may name a screen.
Printed run_lab(const std::vector<std::string>& arguments, const std::string& display = "",
                std::vector<std::pair<std::string, std::string>> environment = {});

class VirtualScreen;
class Weston;

class LabDriver {
public:
    struct Setup {
        std::string document = "the-cat-chased-the-mouse"; // a preset or file; empty for none
        int screen_width = 1600, screen_height = 900;
        std::string home = ""; // a folder that several share; one of its own if empty
        std::vector<std::pair<std::string, std::string>> environment = {};
        int scale = 1; // of the screen
        // What follows asks for the real program.
        enum class Desktop { X11, Wayland, Xwayland };
        Desktop desktop = Desktop::X11; // others by weston, which frames windows and has a panel
        bool by_desktop = false;        // started as the desktop entry does
        bool has_slow_manager = false;  // the screen's: see VirtualScreen::hold_windows()
    };

    /// Starts the program and waits for its first frame. Everything below throws
    /// std::runtime_error with a sentence when the program does not follow in time.
    explicit LabDriver(const Setup& setup);
    LabDriver() : LabDriver(Setup{}) {}
    /// A picture is kept if the test is failing.
    ~LabDriver();

    /// The home folder of the program, where its pictures go as well.
    std::string home() const;

    /// What the last frame showed. Take a copy to keep it.
    const Json& probe() const;
    /// The first frame for which `holds`; `what` completes "waited for …". As of probe(), take a
    /// copy to keep it.
    const Json& until(const std::string& what, const std::function<bool(const Json&)>& holds);
    /// The frame after which no more are drawn.
    const Json& settled();

    // The hand. Each step of the mouse waits until a frame has seen it; what keys do is waited for
    // by until() or settled().
    void move_to(int x, int y);
    /// The pointer goes there; no frame is waited for.
    void point(int x, int y);
    /// 1 is the left one, 3 the right one.
    void press_button(int button = 1);
    void release_button(int button = 1);
    /// Notches of the wheel; up (away from the person) if positive.
    void turn_wheel(int notches);
    /// Presses and releases one key with its modifiers: "ctrl+z", "Tab", "shift+Tab", "plus".
    /// Names are those of X keysyms.
    void press(std::string_view chord);
    void hold(std::string_view key);
    void let_go(std::string_view key);
    void type(std::string_view text);
    /// Drops files in the middle of the window, as a file manager does.
    void drop(const std::vector<std::string>& paths);
    void click(Area area);
    /// Double clicks until `holds`.
    void double_click(Area area, const std::string& what,
                      const std::function<bool(const Json&)>& holds);

    /// Where things are in the last frame. A sheet is named as in `show`: "W_Q", "weights/1".
    Area cell(const std::string& sheet, int row, int column) const;
    Area sheet(const std::string& name) const;
    Area row_label(const std::string& sheet, int row) const;
    Area control(const std::string& name) const;

    /// Opens the menu, or a line of it, and clicks the action there: choose("Mask", "mask.causal"),
    /// choose("Teach/Presets", "preset.four-words").
    void choose(const std::string& menu, const std::string& action);

    /// Opens the palette, types a part of the action's name and presses Enter.
    void choose_by_name(std::string_view part);

    void resize_window(int width, int height);
    Area window_area();
    /// The screen as it is now.
    Picture screen_picture() const;
    /// The window when nothing moves any more, also kept as window/NAME.png in the build folder.
    Picture picture(const std::string& name);

    /// Quits by Ctrl+Q. Returns what is wrong with the end: a wrong exit code, a sanitizer's
    /// report, anything on standard output; empty if it ended well.
    std::string quit();
    /// The same for an end that was asked for in another way.
    std::string ending();

    // Of the real program alone.
    VirtualScreen& screen();
    Weston& weston();
    ChildProcess& process();
    /// Of its corner, in a desktop that does not say where a window stands.
    std::pair<int, int> corner() const;

private:
    struct Body;
    std::unique_ptr<Body> body_;
};

/// Where the picture of the test that runs goes if it fails.
std::string failure_picture();
/// As a picture of the window is kept: window/NAME.png in the build folder.
std::string picture_file(const std::string& name);
/// How the program is started with arguments; `display` may name a screen.
ChildProcess::Setup start_of(const std::vector<std::string>& arguments, const std::string& display);

/// The document as the file format writes it, for comparing bit by bit.
std::string document_text(const Json& probe);
/// The number in a sheet of the probe.
double number(const Json& probe, const std::string& sheet, int row, int column);
/// All stages of a document as another run of the program computes them: {"weights": [[…]], …}.
Json computed_elsewhere(const Json& document);
/// How the probed stages differ from those computed elsewhere; empty if not in a single bit.
std::string difference_from_elsewhere(const Json& probe);

} // namespace attn::test
