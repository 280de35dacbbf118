// SPDX-License-Identifier: MIT
// The formula above the canvas, whose parts are the switches: each says below what it is set to,
// and opens its choices with the weights that each of them would make.
#pragma once

#include "app/panels/bar.h"

namespace app {

/// As large as it can be.
float formula_width(const Bar& bar);
/// Draws the formula into the row, smaller where it would not fit.
void draw_formula_row(const Bar& bar, const attn::figure::Rect& row);

} // namespace app
