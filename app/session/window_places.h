// SPDX-License-Identifier: MIT
// Keeps where windows stood on each monitor, and decides where and how large a new one opens. A
// desk is the set of connected monitors, and each desk has its own place: during a lecture the
// window returns to the projector, in the evening to the laptop.
#pragma once

#include "app/session/window_state.h"

#include <optional>
#include <string>
#include <vector>

namespace app {

/// A monitor, in the desktop's pixels: the area that panels leave free, and pixels per designed
/// pixel.
struct Monitor {
    std::string name; // with its size: "DP-1 2560x1440"
    int x = 0, y = 0, width = 0, height = 0;
    float scale = 1;
};

struct KeptPlace {
    std::string desk;    // the names of all monitors
    std::string monitor; // empty: the place is relative to the desktop, as older versions stored it
    float scale = 1;     // the monitor's
    WindowPlace place;   // from the monitor's corner

    friend bool operator==(const KeptPlace&, const KeptPlace&) = default;
};

/// Returns the place of the newest window of this desk, else of the newest one on any of its
/// monitors. Returns nothing if no monitor would show most of it. `kept` is sorted newest first;
/// the first of `monitors` is the main one.
std::optional<WindowPlace> place_on(const std::vector<Monitor>& monitors,
                                    const std::vector<KeptPlace>& kept);

/// Records the place as the newest on its monitor of this desk. A maximised window keeps the size
/// it had there before.
void keep_place(std::vector<KeptPlace>& kept, const std::vector<Monitor>& monitors,
                const WindowPlace& place);

/// The size of a first window, in designed pixels: the wanted size if it fits, and most of the
/// monitor if that is very large. On a small monitor the window fills it: maximised if there is a
/// window manager.
struct FirstSize {
    int width = 0, height = 0;
    bool is_maximised = false;
};
FirstSize first_size(const Monitor& monitor, int width, int height, bool is_framed);

} // namespace app
