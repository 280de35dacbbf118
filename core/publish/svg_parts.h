// SPDX-License-Identifier: MIT
// The parts of which both ways of writing a figure as SVG are made (svg_text.h, svg_brief.h).
#pragma once

#include "core/figure/figure.h"

#include <string>
#include <string_view>

namespace attn::publish {

/// Up to so many decimals, without zeros at the end.
std::string svg_number(float value, int decimals = 3);
/// ` name="value"`
std::string svg_attribute(const char* name, float value);
/// ` fill="#rrggbb"`, with its opacity where that is not full; "none" for what cannot be seen.
std::string svg_paint(const char* name, figure::Colour colour);
/// Plain text between tags or in quotes, of SVG or HTML.
std::string escaped_text(std::string_view text);

/// The faces of the program and general ones to fall back on, each as a class.
inline constexpr std::string_view svg_style =
    "<style>text{white-space:pre}"
    ".s,.b{font-family:Inter,'DejaVu Sans',Helvetica,Arial,sans-serif;"
    "font-variant-numeric:tabular-nums}.b{font-weight:700}"
    ".m{font-family:'JetBrains Mono','DejaVu Sans Mono',Menlo,Consolas,monospace}"
    ".x{font-family:'DejaVu Sans',Inter,sans-serif}</style>\n";
const char* svg_face(figure::Font font);

/// Where a text of that width begins, and where its letters stand: capital letters of these faces
/// are 0.73 of their size high.
float svg_left(const figure::Text& text, float width);
float svg_baseline(const figure::Text& text);
/// The attribute that turns a text; empty for most.
std::string svg_turn(const figure::Text& text);
/// The whole element, with the pixels in it.
std::string svg_image(const figure::Image& image);

} // namespace attn::publish
