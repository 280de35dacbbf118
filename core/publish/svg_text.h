// SPDX-License-Identifier: MIT
// Writes a figure as an SVG whose texts stay texts: they can be found, copied and edited.
#pragma once

#include "core/base/result.h"
#include "core/figure/figure.h"

#include <string>

namespace attn::publish {

/// Width and height are `scale` pixels per unit of the figure, or points if `is_paper`. Texts name
/// the program's typefaces with general fallbacks; each has its measured width, so that another
/// typeface changes the letters but not the layout.
Result<std::string> write_svg(const figure::Figure& figure, float scale, bool is_paper,
                              const figure::Measure& measure);

} // namespace attn::publish
