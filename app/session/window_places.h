// SPDX-License-Identifier: MIT
// Where windows stood on each monitor, and where and how large one opens. A desk is all monitors
// that are there at once: the window of a lecture comes back to the projector, and that of the
// evening to the laptop, whichever was last.
#pragma once

#include "app/session/window_state.h"

#include <optional>
#include <string>
#include <vector>

namespace app {

/// A monitor, in the desktop's pixels: what panels leave of it, and pixels per designed pixel.
struct Monitor {
    std::string name; // with its size: "DP-1 2560x1440"
    int x = 0, y = 0, width = 0, height = 0;
    float scale = 1;
};

struct KeptPlace {
    std::string desk;    // the names of all monitors
    std::string monitor; // empty: the place is one of the desktop's, as older versions kept it
    float scale = 1;     // of the monitor
    WindowPlace place;   // from the monitor's corner

    friend bool operator==(const KeptPlace&, const KeptPlace&) = default;
};

/// The place of the newest window of this desk, else of the newest on one of its monitors; none
/// where no monitor would show most of it. `kept`: the newest first. `monitors`: the first is the
/// main one.
std::optional<WindowPlace> place_on(const std::vector<Monitor>& monitors,
                                    const std::vector<KeptPlace>& kept);

/// The place becomes the newest of its monitor on this desk. A window that is maximised keeps the
/// size it had there before.
void keep_place(std::vector<KeptPlace>& kept, const std::vector<Monitor>& monitors,
                const WindowPlace& place);

/// In designed pixels: the wanted size where the monitor has room for it, and most of a very large
/// one. A smaller one is filled: where somebody frames windows, by one that is maximised.
struct FirstSize {
    int width = 0, height = 0;
    bool is_maximised = false;
};
FirstSize first_size(const Monitor& monitor, int width, int height, bool is_framed);

} // namespace app
