// SPDX-License-Identifier: MIT
// The real program on a screen of its own, used as a person uses it. What its last frame showed is
// read from its probe; everything done to it goes through mouse and keyboard.
#pragma once

#include "tests/support/virtual_screen.h"
#include "tests/support/weston.h"

#include <nlohmann/json.hpp>

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace attn::test {

using Json = nlohmann::json;

/// Starts the program with arguments and without a window; `display` may name a screen.
Printed run_lab(const std::vector<std::string>& arguments, const std::string& display = "",
                std::vector<std::pair<std::string, std::string>> environment = {});

class LabDriver {
public:
    struct Setup {
        std::string document = "the-cat-chased-the-mouse"; // a preset or file; empty for none
        int screen_width = 1600, screen_height = 900;
        std::string home = ""; // a folder that several share; one of its own if empty
        std::vector<std::pair<std::string, std::string>> environment = {};
        enum class Desktop { X11, Wayland, Xwayland };
        Desktop desktop = Desktop::X11; // others by weston, which frames windows and has a panel
        int scale = 1;                  // of the screen
        bool by_desktop = false;        // started as the desktop entry does
        bool has_slow_manager = false;  // the screen's: see VirtualScreen::hold_windows()
    };

    /// Starts the program and waits for its first frame. Everything below throws
    /// std::runtime_error with a sentence when the program does not follow in time.
    explicit LabDriver(const Setup& setup);
    LabDriver() : LabDriver(Setup{}) {}
    /// A picture is kept if the test is failing.
    ~LabDriver();

    VirtualScreen& screen() { return screen_; }
    Weston& weston() { return *weston_; }
    ChildProcess& process() { return *process_; }
    /// The home folder of the program, where its pictures go as well.
    std::string home() const { return folder_.path(); }

    /// What the last frame showed. Take a copy to keep it.
    const Json& probe() const;
    /// The first frame for which `holds`; `what` completes "waited for …". As of probe(), take a
    /// copy to keep it.
    const Json& until(const std::string& what, const std::function<bool(const Json&)>& holds);
    /// The frame after which no more are drawn.
    const Json& settled();

    /// Of its corner, in a desktop that does not say where a window stands.
    std::pair<int, int> corner() const { return {left_, top_}; }

    // The hand. Each step of the mouse waits until a frame has seen it; what keys do is waited for
    // by until() or settled().
    void move_to(int x, int y);
    void press_button();
    void release_button();
    void press(std::string_view chord);
    void type(std::string_view text);
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

    /// The window when nothing moves any more, also kept as window/NAME.png in the build folder.
    Picture picture(const std::string& name);

    /// Quits by Ctrl+Q. Returns what is wrong with the end: a wrong exit code, a sanitizer's
    /// report, anything on standard output; empty if it ended well.
    std::string quit();
    /// The same for an end that was asked for in another way.
    std::string ending();

private:
    /// The pointer goes to a place of the screen.
    void point(int x, int y);
    /// Where the window stands in weston: where the pointer is in both.
    void find_corner();

    TempDir folder_;
    VirtualScreen screen_;
    std::unique_ptr<Weston> weston_;
    int left_ = 0, top_ = 0; // of the window in weston
    std::unique_ptr<ChildProcess> process_;
    mutable Json probe_; // of the file with this mark
    mutable std::array<long, 3> probe_mark_{};
    /// What follows its first line, as it was read last.
    mutable std::array<std::pair<const char*, std::string>, 2> probe_parts_{
        {{"document", {}}, {"stages", {}}}};
};

/// The document as the file format writes it, for comparing bit by bit.
std::string document_text(const Json& probe);
/// The number in a sheet of the probe.
double number(const Json& probe, const std::string& sheet, int row, int column);
/// All stages of a document as another run of the program computes them: {"weights": [[…]], …}.
Json computed_elsewhere(const Json& document);
/// How the probed stages differ from those computed elsewhere; empty if not in a single bit.
std::string difference_from_elsewhere(const Json& probe);

} // namespace attn::test
