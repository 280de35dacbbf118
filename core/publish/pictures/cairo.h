// SPDX-License-Identifier: MIT
// A figure as a PNG, SVG or PDF file, painted by Cairo with texts set by Pango.
#pragma once

#include "core/base/result.h"
#include "core/figure/base/figure.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace attn::publish {

/// The program's typefaces, found once and shared by all texts of a picture for measuring and
/// painting. Must not be used by two threads at a time. A function that gets none makes its own.
class Typesetter;
using Type = std::shared_ptr<Typesetter>;
Type typesetter();
/// Measures texts with the widths they have in pictures of this typesetter.
figure::Measure measure(const Type& type);

/// Whether the text has a letter that no typeface on this machine has; pictures show its code
/// number instead.
bool lacks_letters(const Type& type, std::string_view text);

/// Paints the figure as a PNG file. The same figure gives the same bytes on the same versions of
/// the libraries and fonts. `scale`: pixels per unit of the figure. Fails if the size is too large;
/// the error says which size.
Result<std::string> paint_png(const figure::Figure& figure, float scale, const Type& type = {});
/// Paints the pixels of that PNG file.
Result<figure::Pixels> paint_pixels(const figure::Figure& figure, float scale,
                                    const Type& type = {});
/// Paints an SVG file: one unit of the figure is one point, and texts become outlines, which look
/// alike everywhere.
Result<std::string> paint_svg(const figure::Figure& figure, const Type& type = {});
Result<std::string> paint_pdf(const figure::Figure& figure, const Type& type = {});
/// Paints a PDF with one page per figure, each page as large as its figure. Needs at least one
/// figure.
Result<std::string> paint_pdf(std::span<const figure::Figure> pages, const Type& type = {});

/// Lists, one per line, what decides every pixel: the libraries and font files with their versions.
std::string versions();

} // namespace attn::publish
