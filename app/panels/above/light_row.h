// SPDX-License-Identifier: MIT
// The row in place of the formula while something stands in the light: what it is, the map of the
// calculation, and the way back to the whole canvas.
#pragma once

#include "app/panels/above/bar.h"

namespace app {

/// The room for the map in the row.
attn::figure::Size light_map_size(const Frame& frame, const Look& look,
                                  const std::vector<Action>& actions);
/// Draws the row over the second row above the canvas. A click on a box of the map goes there.
void draw_light_row(const Frame& frame, const Look& look, const std::vector<Action>& actions,
                    const attn::figure::Figure& map);

/// The width of the button between the spotlight and the whole canvas.
float light_button_width(const Bar& bar);
/// Draws the button that ends at the right end of the row.
void draw_light_button(const Bar& bar, const attn::figure::Rect& row);

} // namespace app
