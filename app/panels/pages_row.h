// SPDX-License-Identifier: MIT
// The pages at the right of the formula, with the present one underlined. If there is no room, a
// button that lists them.
#pragma once

#include "app/panels/bar.h"

namespace app {

/// The width as tabs, or as one button.
float pages_width(const Bar& bar, bool as_tabs);
void draw_pages(const Bar& bar, const attn::figure::Rect& row, bool as_tabs);

} // namespace app
