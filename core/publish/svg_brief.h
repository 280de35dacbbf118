// SPDX-License-Identifier: MIT
// Writes a figure as a short SVG to embed in a page (page_file.h): what many shapes share is
// written once, as a class or a reused shape; lengths have one decimal; quotes stand only where
// HTML needs them. It looks like that of write_svg(), which is meant for further editing.
#pragma once

#include "core/figure/figure.h"

#include <string>

namespace attn::publish {

/// One unit of the figure is one pixel. Texts are centred by their measured widths, so that another
/// typeface does not move them.
std::string write_brief_svg(const figure::Figure& figure, const figure::Measure& measure);

} // namespace attn::publish
