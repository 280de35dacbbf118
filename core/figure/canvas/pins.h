// SPDX-License-Identifier: MIT
// Pins: numbered places of a figure that a text beside it refers to. A veil covers the rest.
#pragma once

#include "core/document/model/region.h"
#include "core/figure/base/drawing.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace attn::figure {

/// The width of a pin beside letters of this size.
float pin_size(float text);
/// Draws a disc with a number, counted from 1.
void draw_pin(Drawing& drawing, Rect rect, std::size_t number);

struct PinOptions {
    Theme theme;
    float text = 14;
    Measure measure = approximate_width;
    Rect seen; // the visible part of the figure, which contains all pins
    /// What a veil covers, except the places: a whole canvas; only the cells, on a page whose title
    /// and text refer to the places; or nothing.
    enum class Veil { None, Cells, All };
    Veil veil = Veil::All;
    std::size_t ringed = 0; // this pin's cells get a ring twice as thick; 0: none
};

/// The rectangle in which the canvas shows the place; a repeated stage is found where it is drawn.
/// Nothing if the document or the canvas lacks it.
std::optional<Rect> place_rect(const Figure& canvas, const Document& document, const Region& place);

/// Draws what lies over the canvas: a veil, if wanted, over all except the places and the titles
/// and names above them, a ring around each place, and its pin. A place that is not visible gets no
/// pin, and the other numbers stay the same. If no place is visible there is no veil.
Figure pins_over(const Figure& canvas, const Document& document, const std::vector<Region>& places,
                 const PinOptions& options);

} // namespace attn::figure
