// SPDX-License-Identifier: MIT
// Draws the pieces of the page of all heads. Only the heads_page….cpp files use it.
#pragma once

#include "core/figure/drawing.h"
#include "core/figure/heads_page_layout.h"

#include <string>

namespace attn::figure {

struct HeadTitle {
    const Lengths& lengths;
    bool is_brief = false;
    Colour colour;
    std::string query; // visible, plain
};
/// The number in the head's colour, "Head 0", and what the query word listens to most, as far as
/// there is room up to `right`, whatever it is today.
void draw_head_title(Drawing& drawing, const HeadLooks& head, Point at, float right,
                     const HeadTitle& title);

/// The same for the mean of the heads.
void draw_mean_title(Drawing& drawing, const MeanLooks& mean, Point at, float right,
                     const HeadTitle& title);

void draw_switch(Drawing& drawing, Rect rect, bool is_on);

/// An arrow from the middle of a card's output to the middle of its columns.
struct HeadArrow {
    float from = 0, to = 0;
    Colour colour;
};
void draw_head_arrow(Drawing& drawing, const HeadArrow& arrow, float top, float level, float end,
                     float unit);

/// The start and length of the lines of a matrix that belong to one head.
struct HeadStrip {
    Index head = 0;
    Colour colour;
    float from = 0, length = 0;
};
/// Writes the head's name over its columns, whose labels begin at `labels`, and draws a strip below
/// them.
void draw_head_columns(Drawing& drawing, const SheetBox& box, const HeadStrip& strip, float labels,
                       float unit);
/// Writes the head's name and draws a strip left of its rows.
void draw_head_rows(Drawing& drawing, const SheetBox& box, const HeadStrip& strip, float unit);

/// Draws a line for each head, b_O and their sum, with the length of each as a bar.
void draw_sum_of_heads(Drawing& drawing, const HeadsLooks& looks, const SumPlace& place,
                       const Lengths& lengths, const View& view);

/// Draws the ranges of colours and, unless it is a picture, what a click does. `caption` names the
/// open part of the document. Returns the button that adds a head, if there is room for it.
std::optional<Rect> draw_heads_legend(Drawing& drawing, const HeadsLooks& looks,
                                      const HeadsLayout& layout, const std::string& caption,
                                      bool is_picture);

} // namespace attn::figure
