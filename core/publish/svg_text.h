// SPDX-License-Identifier: MIT
// A figure as SVG whose texts stay texts: found, copied and edited by whoever opens it.
#pragma once

#include "core/base/result.h"
#include "core/figure/figure.h"

#include <string>

namespace attn::publish {

/// Width and height are `scale` pixels for each unit of the figure, or points if `is_paper`. Texts
/// name the faces of the program and general ones to fall back on; each carries its measured
/// width, so that another face changes the letters but not the layout.
Result<std::string> write_svg(const figure::Figure& figure, float scale, bool is_paper,
                              const figure::Measure& measure);

} // namespace attn::publish
