// SPDX-License-Identifier: MIT
// Lays out prose in lines of a given width: words wrap; live numbers and words of the document are
// emphasised.
#pragma once

#include "core/document/prose.h"
#include "core/figure/drawing.h"

#include <cstddef>
#include <vector>

namespace attn::figure {

/// The rectangle of a drawn pin.
struct PinRect {
    Rect rect;
    std::size_t number = 0; // from 1 on
};

struct ProseStyle {
    Font font = Font::Sans; // for plain text
    float size = 14;
    Colour colour;
    float line = 1.4F;                    // height of a line in sizes
    std::vector<PinRect>* pins = nullptr; // receives the pins; null: pins are omitted
};

/// The height of the prose in lines of this width; "\n" begins a new line.
float prose_height(const Prose& prose, float width, const ProseStyle& style,
                   const Measure& measure);
/// Draws the prose with its upper left corner at `corner`. Returns its height.
float draw_prose(Drawing& drawing, Point corner, float width, const Prose& prose,
                 const ProseStyle& style);

} // namespace attn::figure
