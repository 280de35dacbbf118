// SPDX-License-Identifier: MIT
// The formula above the canvas. Its parts are switches: each shows its setting below and opens its
// choices, with the weights that each choice would give.
#pragma once

#include "app/panels/above/bar.h"

#include <cstddef>
#include <vector>

namespace app {

/// Draws the formula of the shown page into the row. If it does not fit, draws it smaller, then
/// without captions, then cut off.
void draw_formula_row(const Bar& bar, const attn::figure::Rect& row);

// The pages at the right of the formula, with the present one underlined.

/// The first `count` pages are tabs; a button behind them lists all if there are more.
struct PageTabs {
    std::vector<const Action*> pages;
    std::vector<float> widths; // each page as a tab
    std::size_t count = 0;
    float width = 0; // tabs and button
};
/// Fits the pages into a row beside the formula of the calculation, whichever page is shown, so
/// that they do not move when another page is chosen.
PageTabs page_tabs(const Bar& bar, float row);
void draw_pages(const Bar& bar, const attn::figure::Rect& row, const PageTabs& tabs);

} // namespace app
