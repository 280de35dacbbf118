// SPDX-License-Identifier: MIT
// Every head on one page: a card for each with its weights and its output, all on one scale; below,
// how they are joined, and what each adds to the output of the query word.
#pragma once

#include "core/figure/canvas.h"

#include <optional>
#include <vector>

namespace attn::figure {

/// What of a card can be clicked: its title opens the head, its switch sets its rows of W_O.
struct CardRegion {
    Index head = 0;
    Rect title;
    std::optional<Rect> control; // where W_O joins the heads
    bool is_off = false;         // all its rows of W_O are 0
};

struct CardRegions {
    std::vector<CardRegion> cards;
    std::optional<Rect> add; // where one more head is asked for
};

struct HeadsPage {
    Figure figure;
    CardRegions regions;
};

/// As large as what is available, or longer where numbers could not be read else. The head of the
/// view is framed.
HeadsPage heads_page(const Document& document, const Trace& trace, const View& view,
                     const CanvasOptions& options);

} // namespace attn::figure
