// SPDX-License-Identifier: MIT
// The state of the window: its size and scale, its page, whether it is to close, and the history
// panel.
#pragma once

#include "core/engine/place.h"
#include "core/figure/block_card.h"

#include <optional>
#include <utility>

namespace app {

/// The position and size of a window on the desktop, in the desktop's pixels.
struct WindowPlace {
    int x = 0, y = 0, width = 0, height = 0;
    bool is_maximised = false;
    friend bool operator==(const WindowPlace&, const WindowPlace&) = default;
};

/// What the lower panel shows: the query word with its sums, lines between words, all heads, the
/// words as points of a plane, a training, or the effect of positions.
enum class PanelTab { Query, Lines, Heads, Map, Training, Positions };

/// What the window is about. Backward is the page while gradients are shown (see Sensing).
enum class WindowPage { Forward, Heads, Backward, Training, Block };

struct WindowState {
    float interface_scale = 1; // the user's own factor, times the monitor's and the desktop's
    float desktop_text_scale = 1;
    bool desktop_is_dark = false;
    bool desktop_lists_files = true; // adds opened files to the list of all programs
    bool follows_desktop = true;     // dark if the desktop is
    float canvas_zoom = 1;
    WindowPage page = WindowPage::Forward;  // the chosen one; shown_page returns the one seen
    attn::figure::FoldedCards folded_cards; // the folded cards of the page Block
    PanelTab panel_tab = PanelTab::Query;
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
