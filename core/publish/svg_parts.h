// SPDX-License-Identifier: MIT
// What both SVG writers share (svg_text.h, svg_brief.h).
#pragma once

#include "core/figure/figure.h"

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

} // namespace attn::publish
