// SPDX-License-Identifier: MIT
// The pages at the right of the formula, the present one underlined; where there is no room for
// them, one button that lists them.
#pragma once

#include "app/panels/bar.h"

namespace app {

/// As tabs, or as one button.
float pages_width(const Bar& bar, bool as_tabs);
void draw_pages(const Bar& bar, const attn::figure::Rect& row, bool as_tabs);

} // namespace app
