// SPDX-License-Identifier: MIT
// Drives the lab as a person would: reads its last frame from the probe and acts only by mouse and
// keyboard. It has two implementations, chosen by what a test is linked with: the window in this
// process, without a display and with a clock that moves only while waiting (lab_in_process.cpp),
// or the real program on a screen of its own (real_lab.cpp).
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

/// Runs the program with arguments and without a window; `display` may name a screen.
Printed run_lab(const std::vector<std::string>& arguments, const std::string& display = "",
                std::vector<std::pair<std::string, std::string>> environment = {});

class VirtualScreen;
class Weston;

class LabDriver {
public:
    struct Setup {
        std::string document = "the-cat-chased-the-mouse"; // a preset or file; empty for none
        int screen_width = 1600, screen_height = 900;
        std::string home = ""; // a home folder that several may share; empty: a new one
        std::vector<std::pair<std::string, std::string>> environment = {};
        int scale = 1; // of the screen
        // The following need the real program.
        enum class Desktop { X11, Wayland, Xwayland };
        Desktop desktop = Desktop::X11; // other than X11: on weston, which frames windows and has a
                                        // panel
        bool by_desktop = false;        // started by the command of the desktop entry
        bool has_slow_manager = false;  // see VirtualScreen::hold_windows()
    };

    /// Starts the program and waits for its first frame. If the program does not follow in time,
    /// this and everything below throw std::runtime_error with a sentence.
    explicit LabDriver(const Setup& setup);
    LabDriver() : LabDriver(Setup{}) {}
    /// Keeps a picture of the screen if the test fails.
    ~LabDriver();

    /// The home folder of the program; its pictures go there too.
    std::string home() const;

    /// What the last frame showed. Take a copy to keep it.
    const Json& probe() const;
    /// Waits for the first frame for which `holds` is true and returns it; `what` completes "waited
    /// for …". Take a copy to keep it.
    const Json& until(const std::string& what, const std::function<bool(const Json&)>& holds);
    /// Waits for the last frame, after which no more are drawn.
    const Json& settled();

    // The mouse and keyboard. Each mouse function waits until a frame has seen it; after keys, wait
    // with until() or settled().
    void move_to(int x, int y);
    /// Moves the pointer without waiting for a frame.
    void point(int x, int y);
    /// 1 is the left button, 3 the right one.
    void press_button(int button = 1);
    void release_button(int button = 1);
    /// Turns the wheel by notches; positive is up (away from the person).
    void turn_wheel(int notches);
    /// Presses and releases one key with its modifiers: "ctrl+z", "Tab", "shift+Tab", "plus".
    /// Names are X keysyms.
    void press(std::string_view chord);
    void hold(std::string_view key);
    void let_go(std::string_view key);
    void type(std::string_view text);
    /// Drops files in the middle of the window, as a file manager does.
    void drop(const std::vector<std::string>& paths);
    void click(Area area);
    /// Double-clicks until `holds` is true.
    void double_click(Area area, const std::string& what,
                      const std::function<bool(const Json&)>& holds);

    /// The places of things in the last frame. Sheets are named as for `show`: "W_Q", "weights/1".
    Area cell(const std::string& sheet, int row, int column) const;
    Area sheet(const std::string& name) const;
    Area row_label(const std::string& sheet, int row) const;
    Area control(const std::string& name) const;

    /// Opens a menu, or a submenu, and clicks an action: choose("Mask", "mask.causal"),
    /// choose("Teach/Presets", "preset.four-words").
    void choose(const std::string& menu, const std::string& action);

    /// Opens the palette, types a part of the action's name and presses Enter.
    void choose_by_name(std::string_view part);

    void resize_window(int width, int height);
    Area window_area();
    /// The pixels of the screen now.
    Picture screen_picture() const;
    /// The window once nothing moves; also saves it as window/NAME.png in the build folder.
    Picture picture(const std::string& name);

    /// Quits by Ctrl+Q. Returns what went wrong at the end: a wrong exit code, a sanitizer's report
    /// or anything on standard output; empty if nothing did.
    std::string quit();
    /// As quit(), for an end that was requested in another way.
    std::string ending();

    // Only with the real program.
    VirtualScreen& screen();
    Weston& weston();
    ChildProcess& process();
    /// The window's top left corner, for a desktop that does not tell where windows are.
    std::pair<int, int> corner() const;

private:
    struct Body;
    std::unique_ptr<Body> body_;
};

/// The file for the picture of the current test if it fails.
std::string failure_picture();
/// The file of a window's picture: window/NAME.png in the build folder.
std::string picture_file(const std::string& name);
/// The command and environment that start the program; `display` may name a screen.
ChildProcess::Setup start_of(const std::vector<std::string>& arguments, const std::string& display);

/// The document in its file format, to compare bit by bit.
std::string document_text(const Json& probe);
/// The number in a sheet of the probe.
double number(const Json& probe, const std::string& sheet, int row, int column);
/// All stages of a document, computed by another run of the program: {"weights": [[…]], …}.
Json computed_elsewhere(const Json& document);
/// Compares the probed stages with those computed elsewhere, bit by bit; empty if they are equal.
std::string difference_from_elsewhere(const Json& probe);

} // namespace attn::test
