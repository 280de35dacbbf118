// SPDX-License-Identifier: MIT
// The formula above the canvas. Its parts are switches: each shows its setting below and opens its
// choices, with the weights that each choice would give.
#pragma once

#include "app/panels/above/bar.h"

namespace app {

/// The width of the calculation's formula at its largest size. The pages beside it use this, so
/// that they do not move when another page is chosen.
float formula_width(const Bar& bar, bool is_close = false);
/// Draws the formula of the shown page into the row. If it does not fit, draws it smaller, then
/// without captions, then cut off.
void draw_formula_row(const Bar& bar, const attn::figure::Rect& row);

// The pages at the right of the formula, with the present one underlined. If there is no room, a
// button that lists them.

/// How many pages fit as tabs. If not all do, a button that lists them all stands behind these;
/// alone if only one would fit.
std::size_t tabs_with_room(const Bar& bar, float room);
bool has_list(const Bar& bar, std::size_t tabs);
float pages_width(const Bar& bar, std::size_t tabs);
void draw_pages(const Bar& bar, const attn::figure::Rect& row, std::size_t tabs);

} // namespace app
