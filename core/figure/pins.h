// SPDX-License-Identifier: MIT
// Pins: numbered places of a figure, of which a text beside it speaks. All else lies under a veil.
#pragma once

#include "core/document/region.h"
#include "core/figure/drawing.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace attn::figure {

/// The width of a pin beside letters of this size.
float pin_size(float text);
/// A disc with a number, from 1 on.
void draw_pin(Drawing& drawing, Rect rect, std::size_t number);

struct PinOptions {
    Theme theme;
    float text = 14;
    Measure measure = approximate_width;
    Rect seen; // of the figure; pins stay inside
    /// What a veil lies over, but for the places: all of a canvas; on a page whose title and text
    /// speak of them, the cells alone; nothing.
    enum class Veil { None, Cells, All };
    Veil veil = Veil::All;
    std::size_t ringed = 0; // the pin whose cells are ringed twice as thick; 0: none
};

/// Where the canvas of the document shows the place, as one that repeats another is seen there;
/// nothing where the document or the canvas does not have it.
std::optional<Rect> place_rect(const Figure& canvas, const Document& document, const Region& place);

/// What is painted over the canvas: a veil over all but the places and the titles and names above
/// them if it is wanted, a ring around each place, and its pin. A place that is not seen has no
/// pin; the numbers of the others stay. If none is seen there is no veil.
Figure pins_over(const Figure& canvas, const Document& document, const std::vector<Region>& places,
                 const PinOptions& options);

} // namespace attn::figure
