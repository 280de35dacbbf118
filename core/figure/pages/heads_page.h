// SPDX-License-Identifier: MIT
// Draws every head on one page: a card for each with its weights and its output, all on one scale;
// below, how the heads are joined and what each adds to the output of the query word.
#pragma once

#include "core/figure/canvas/canvas.h"

#include <optional>
#include <vector>

namespace attn::figure {

/// The clickable areas of a card: the title opens the head, the switch sets its rows of W_O.
struct CardRegion {
    Index head = 0;
    Rect title;
    std::optional<Rect> control; // if W_O joins the heads
    bool is_off = false;         // all its rows of W_O are 0
};

struct CardRegions {
    std::vector<CardRegion> cards;
    std::optional<Rect> add; // the button that adds a head
};

struct HeadsPage {
    Figure figure;
    CardRegions regions;
};

/// Draws the page in the available size, or longer if numbers could not be read otherwise. Frames
/// the view's head.
HeadsPage heads_page(const Document& document, const Trace& trace, const View& view,
                     const CanvasOptions& options);

} // namespace attn::figure
