// SPDX-License-Identifier: MIT
// The formula above the canvas, whose parts are the switches: each says below what it is set to,
// and opens its choices with the weights that each of them would make.
#pragma once

#include "app/panels/bar.h"

namespace app {

/// Of the calculation, as large as it can be: pages stand beside it, and do not move as they are
/// turned.
float formula_width(const Bar& bar);
/// Draws the formula of the shown page into the row: smaller where it would not fit, then without
/// captions, then as much of it as there is room for.
void draw_formula_row(const Bar& bar, const attn::figure::Rect& row);

} // namespace app
