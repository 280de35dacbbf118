// SPDX-License-Identifier: MIT
// Adds shapes to a figure: the drawing functions that all parts of a figure use.
#pragma once

#include "core/figure/base/colours.h"
#include "core/figure/base/figure.h"

#include <string>

namespace attn::figure {

struct Drawing {
    Figure& figure;
    const Theme& theme;
    const Measure& measure;
    Rect visible = {}; // cells outside need not be drawn; empty: all of them are

    bool shows_all() const { return visible.width <= 0 || visible.height <= 0; }
};

struct TextStyle {
    Font font = Font::Sans;
    float size = 14;
    Colour colour;
    Anchor anchor = Anchor::Left;
};

/// Draws rich text; an empty text draws nothing. Returns the width.
float draw_text(Drawing& drawing, Point at, std::string text, const TextStyle& style);
/// Draws a frame around a rectangle, with a thin casing inside and outside that makes it visible on
/// any cell.
void draw_frame(Drawing& drawing, Rect rect, Colour colour, float width);
constexpr float pointer_frame = 1; // the width of the frame of what is pointed at
/// Draws a thin dashed frame.
void draw_dashed_frame(Drawing& drawing, Rect rect, Colour colour, float width = 1);
void draw_line(Drawing& drawing, Point from, Point to, Colour colour, float width = 1);
/// Draws a level arrow from left to right.
void draw_arrow(Drawing& drawing, Point from, float length, Colour colour, float width);

/// Draws a stroke across a masked cell, so that its grey is not taken for a number. With a text the
/// stroke leaves out the middle.
void draw_masked_sign(Drawing& drawing, Rect cell, bool has_text);

/// The rectangle grown by `by` on each side.
Rect grown(Rect rect, float by);

// Scales figures.

/// Multiplies every length of the figure by `factor`, then moves it by `by`.
Figure magnified(Figure figure, float factor, Point by = {});
/// Draws a figure over another one, with its regions.
void append(Figure& to, Figure figure);
/// Makes the figure as large as the page allows and centres it.
Figure fitted(Figure figure, Size page);

} // namespace attn::figure
