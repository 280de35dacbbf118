// SPDX-License-Identifier: MIT
// Keeps where windows stood on each monitor, and decides where and how large a new one opens. A
// desk is the set of connected monitors, and each desk has its own place: during a lecture the
// window returns to the projector, in the evening to the laptop.
#pragma once

#include "core/engine/graph/place.h"
#include "core/figure/pages/block_card.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace app {

// The state of the window: its size and scale, its page, whether it is to close, and the history
// panel.

/// The position and size of a window on the desktop, in the desktop's pixels.
struct WindowPlace {
    int x = 0, y = 0, width = 0, height = 0;
    bool is_maximised = false;
    friend bool operator==(const WindowPlace&, const WindowPlace&) = default;
};

/// The pages that the window treats in ways of their own, by the ids of their rows in
/// core/figure/pages/pages.h: in the canvas's place, where `backward` is the page while gradients
/// are shown (see Sensing), and in the lower panel.
namespace page_id {
inline constexpr std::string_view forward = "forward", backward = "backward", block = "block";
inline constexpr std::string_view query = "query", lines = "lines", map = "map",
                                  positions = "positions", effects = "effects";
inline constexpr std::string_view heads = "heads", training = "training"; // in both
} // namespace page_id

struct WindowState {
    float interface_scale = 1; // the user's own factor, times the monitor's and the desktop's
    float desktop_text_scale = 1;
    bool desktop_is_dark = false;
    bool desktop_lists_files = true; // adds opened files to the list of all programs
    bool follows_desktop = true;     // dark if the desktop is
    bool has_motion = false;         // short movements between spotlights
    float canvas_zoom = 1;
    std::string_view page = page_id::forward; // the chosen one; shown_page returns the one seen
    attn::figure::FoldedCards folded_cards;   // on the page Block
    std::string_view panel_tab = page_id::query;
    /// The columns shown across and up on the map; if empty, the principal directions.
    std::optional<std::pair<attn::Index, attn::Index>> map_columns;
    /// The matrix in the light in the canvas's place (explaining/lighting.h), and its number if
    /// that is in the light with what it is made of.
    std::optional<attn::Stage> enlarged;
    std::optional<attn::Place> lit_number;
    bool has_panel_in_light = false; // the lower panel, which is folded until a tab is chosen
    /// The height of the lower panel in text sizes; if empty, the default share of the window.
    std::optional<float> panel_height;
    float drawn_panel = 0; // its height in the last frame, in text sizes
    bool full_screen = false;
    bool quit_asked = false;
};

/// A replay that shows the steps of the history one after another.
struct Replay {
    double next = 0; // when the next one is due, in seconds of the window's clock
};

struct HistoryState {
    bool is_open = false; // the panel
    std::optional<Replay> replay;
};

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
