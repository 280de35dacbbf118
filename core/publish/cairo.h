// SPDX-License-Identifier: MIT
// A figure as a PNG, SVG or PDF file, painted by Cairo with texts set by Pango.
#pragma once

#include "core/base/result.h"
#include "core/figure/figure.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace attn::publish {

/// The faces of the program, found once for all texts of a picture: what measures and paints them.
/// Not for two threads at a time. Where none is given, a picture makes its own.
class Typesetter;
using Type = std::shared_ptr<Typesetter>;
Type typesetter();
/// The widths that the pictures of this typesetter will have.
figure::Measure measure(const Type& type);

/// Whether no typeface on this machine has some letter of the text; pictures show its code number.
bool lacks_letters(const Type& type, std::string_view text);

/// The bytes of the file. The same figure gives the same bytes on the same versions of the
/// libraries and fonts. `scale`: pixels of one unit of the figure. The error says which size was
/// refused.
Result<std::string> paint_png(const figure::Figure& figure, float scale, const Type& type = {});
/// The pixels of that file.
Result<figure::Pixels> paint_pixels(const figure::Figure& figure, float scale,
                                    const Type& type = {});
/// One unit of the figure is one point. Texts become outlines, which look alike everywhere.
Result<std::string> paint_svg(const figure::Figure& figure, const Type& type = {});
Result<std::string> paint_pdf(const figure::Figure& figure, const Type& type = {});
/// A page of its own size for each figure; at least one.
Result<std::string> paint_pdf(std::span<const figure::Figure> pages, const Type& type = {});

/// What decides every pixel, a line each: the libraries and the font files with their versions.
std::string versions();

} // namespace attn::publish
