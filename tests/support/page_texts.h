// SPDX-License-Identifier: MIT
// Whether the texts of a page can be read: large enough, inside the page, none over another.
#pragma once

#include "core/figure/figure.h"

#include <string>

namespace attn::testing {

/// What is wrong with the first text that is; empty when all are good. `unit` is that of the page;
/// the least size is 24 pixels of 1080 lines.
std::string text_faults(const figure::Figure& figure, float unit,
                        const figure::Measure& measure = figure::approximate_width);

} // namespace attn::testing
