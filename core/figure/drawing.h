// SPDX-License-Identifier: MIT
// Shapes added to a figure: what every part of a figure draws with.
#pragma once

#include "core/figure/figure.h"
#include "core/figure/theme.h"

#include <string>

namespace attn::figure {

struct Drawing {
    Figure& figure;
    const Theme& theme;
    const Measure& measure;
    Rect visible = {}; // cells outside of it need not be drawn; nothing: all of them

    bool shows_all() const { return visible.width <= 0 || visible.height <= 0; }
};

struct TextStyle {
    Font font = Font::Sans;
    float size = 14;
    Colour colour;
    Anchor anchor = Anchor::Left;
};

/// Rich text; empty texts draw nothing. Gives the width.
float draw_text(Drawing& drawing, Point at, std::string text, const TextStyle& style);
/// A frame around a rectangle with a thin casing inside and outside, so that it is seen on any
/// cell.
void draw_frame(Drawing& drawing, Rect rect, Colour colour, float width);
/// A thin frame of dashes.
void draw_dashed_frame(Drawing& drawing, Rect rect, Colour colour, float width = 1);
void draw_line(Drawing& drawing, Point from, Point to, Colour colour, float width = 1);
/// A level arrow with a head, from left to right.
void draw_arrow(Drawing& drawing, Point from, float length, Colour colour, float width);

/// A stroke across a masked cell, so that its grey is not taken for a number; it leaves out the
/// middle where there is a text.
void draw_masked_sign(Drawing& drawing, Rect cell, bool has_text);

/// The rectangle grown by `by` on every side.
Rect grown(Rect rect, float by);

} // namespace attn::figure
