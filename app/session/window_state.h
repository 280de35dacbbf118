// SPDX-License-Identifier: MIT
// How the window stands: its size and scale, whether it is to close, and the history beside the
// canvas.
#pragma once

#include "core/engine/place.h"
#include "core/figure/block_card.h"

#include <optional>
#include <utility>

namespace app {

/// Where a window stands on the desktop, in the desktop's pixels.
struct WindowPlace {
    int x = 0, y = 0, width = 0, height = 0;
    bool is_maximised = false;
    friend bool operator==(const WindowPlace&, const WindowPlace&) = default;
};

/// What the lower panel shows: the query word with its sums, lines between words, every head, the
/// words as points of a plane, a training, or what positions do.
enum class PanelTab { Query, Lines, Heads, Map, Training, Positions };

/// What the window is about. Backward is that of whatever shows gradients (see Sensing).
enum class WindowPage { Forward, Heads, Backward, Training, Block };

struct WindowState {
    float interface_scale = 1; // the user's own factor, on top of the monitor's and the desktop's
    float desktop_text_scale = 1;
    bool desktop_is_dark = false;
    bool desktop_lists_files = true; // those that were opened, for all its programs
    bool follows_desktop = true;     // dark where it is
    float canvas_zoom = 1;
    WindowPage page = WindowPage::Forward;  // that was chosen; shown_page says which is seen
    attn::figure::FoldedCards folded_cards; // of the page Block
    PanelTab panel_tab = PanelTab::Query;
    /// Across and up on the map; without them the principal directions.
    std::optional<std::pair<attn::Index, attn::Index>> map_columns;
    /// The matrix that has the canvas for itself.
    std::optional<attn::Stage> enlarged;
    /// Of the lower panel, in text sizes; without it the model's own share of the window.
    std::optional<float> panel_height;
    float drawn_panel = 0; // its height in the last frame, the same
    bool full_screen = false;
    bool quit_asked = false;
};

/// The steps of the history are shown one after another.
struct Replay {
    double next = 0; // when the next one is due, in seconds of the window's clock
};

struct HistoryState {
    bool is_open = false; // the panel
    std::optional<Replay> replay;
};

} // namespace app
