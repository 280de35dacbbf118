// SPDX-License-Identifier: MIT
// Checks that the texts of a page are readable: large enough, inside the page, not overlapping.
#pragma once

#include "core/figure/base/figure.h"

#include <string>

namespace attn::test {

/// Describes the first bad text; empty if all are good. `unit`: the page's unit. The smallest size
/// is 24 pixels at 1080 lines.
std::string text_faults(const figure::Figure& figure, float unit,
                        const figure::Measure& measure = figure::approximate_width);

} // namespace attn::test
