// SPDX-License-Identifier: MIT
// The state of the window: its size and scale, its page, whether it is to close, and the history
// panel.
#pragma once

#include "core/engine/place.h"
#include "core/figure/block_card.h"

#include <optional>
#include <string_view>
#include <utility>

namespace app {

/// The position and size of a window on the desktop, in the desktop's pixels.
struct WindowPlace {
    int x = 0, y = 0, width = 0, height = 0;
    bool is_maximised = false;
    friend bool operator==(const WindowPlace&, const WindowPlace&) = default;
};

/// The pages that the window treats in ways of their own, by the ids of their rows in
/// core/figure/pages.h: in the canvas's place, where `backward` is the page while gradients are
/// shown (see Sensing), and in the lower panel.
namespace page_id {
inline constexpr std::string_view forward = "forward", backward = "backward", block = "block";
inline constexpr std::string_view query = "query", lines = "lines", map = "map",
                                  positions = "positions";
inline constexpr std::string_view heads = "heads", training = "training"; // in both
} // namespace page_id

struct WindowState {
    float interface_scale = 1; // the user's own factor, times the monitor's and the desktop's
    float desktop_text_scale = 1;
    bool desktop_is_dark = false;
    bool desktop_lists_files = true; // adds opened files to the list of all programs
    bool follows_desktop = true;     // dark if the desktop is
    float canvas_zoom = 1;
    std::string_view page = page_id::forward; // the chosen one; shown_page returns the one seen
    attn::figure::FoldedCards folded_cards;   // on the page Block
    std::string_view panel_tab = page_id::query;
    /// The columns shown across and up on the map; if empty, the principal directions.
    std::optional<std::pair<attn::Index, attn::Index>> map_columns;
    /// The matrix that fills the canvas.
    std::optional<attn::Stage> enlarged;
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

} // namespace app
