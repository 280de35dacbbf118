// SPDX-License-Identifier: MIT
// A figure as a PNG, SVG or PDF file, painted by Cairo with texts set by Pango.
#pragma once

#include "core/base/result.h"
#include "core/figure/figure.h"

#include <string>

namespace attn::publish {

/// The bytes of the file. The same figure gives the same bytes on the same versions of the
/// libraries and fonts. `scale`: pixels of one unit of the figure. The error says which size was
/// refused.
Result<std::string> paint_png(const figure::Figure& figure, float scale);
/// One unit of the figure is one point. Texts become outlines, which look alike everywhere.
Result<std::string> paint_svg(const figure::Figure& figure);
Result<std::string> paint_pdf(const figure::Figure& figure);

/// The widths that these pictures will have. Each call makes a measure of its own; a measure must
/// not be used by two threads at a time.
figure::Measure pango_measure();

/// What decides every pixel, a line each: the libraries and the font files with their versions.
std::string versions();

} // namespace attn::publish
