// SPDX-License-Identifier: MIT
// What both SVG writers share (svg.h, svg.h).
#pragma once

#include "core/base/result.h"
#include "core/figure/base/figure.h"

#include <string>
#include <string_view>

namespace attn::publish {

/// Writes the number with up to `decimals` decimals and no trailing zeros.
std::string svg_number(float value, int decimals = 3);
/// ` name="value"`
std::string svg_attribute(const char* name, float value);
/// Writes ` fill="#rrggbb"`, with its opacity unless it is opaque; "none" for an invisible colour.
std::string svg_paint(const char* name, figure::Colour colour);
/// Escapes text for SVG or HTML, between tags or in quotes.
std::string escaped_text(std::string_view text);

/// The program's typefaces with general fallbacks, each as a class.
inline constexpr std::string_view svg_style =
    "<style>text{white-space:pre}"
    ".s,.b{font-family:Inter,'DejaVu Sans',Helvetica,Arial,sans-serif;"
    "font-variant-numeric:tabular-nums}.b{font-weight:700}"
    ".m{font-family:'JetBrains Mono','DejaVu Sans Mono',Menlo,Consolas,monospace}"
    ".x{font-family:'DejaVu Sans',Inter,sans-serif}</style>\n";
const char* svg_face(figure::Font font);

/// The left end and the baseline of a text of that width. Capital letters of these typefaces are
/// 0.73 of the font size high.
float svg_left(const figure::Text& text, float width);
float svg_baseline(const figure::Text& text);
/// The attribute that rotates a text; usually empty.
std::string svg_turn(const figure::Text& text);
/// Writes the whole element with its pixels.
std::string svg_image(const figure::Image& image);

// Writes a figure as an SVG whose texts stay texts: they can be found, copied and edited.

/// Width and height are `scale` pixels per unit of the figure, or points if `is_paper`. Texts name
/// the program's typefaces with general fallbacks; each has its measured width, so that another
/// typeface changes the letters but not the layout.
Result<std::string> write_svg(const figure::Figure& figure, float scale, bool is_paper,
                              const figure::Measure& measure);

// Writes a figure as a short SVG to embed in a page (page_file.h): what many shapes share is
// written once, as a class or a reused shape; lengths have one decimal; quotes stand only where
// HTML needs them. It looks like that of write_svg(), which is meant for further editing.

/// One unit of the figure is one pixel. Texts are centred by their measured widths, so that another
/// typeface does not move them.
std::string write_brief_svg(const figure::Figure& figure, const figure::Measure& measure);

// Makes the names inside an SVG by Cairo the same in every run.

/// Cairo numbers images and sources by a counter of the process: "image46", "source-47". This
/// numbers them from 0 in order of appearance, so that the same figure gives the same bytes.
std::string with_steady_names(const std::string& svg);

} // namespace attn::publish
