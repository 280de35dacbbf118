// SPDX-License-Identifier: MIT
// The pieces that the page of all heads is drawn from. Only heads_page.cpp reads it.
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

/// From the middle of a card's output to the middle of its columns.
struct HeadArrow {
    float from = 0, to = 0;
    Colour colour;
};
void draw_head_arrow(Drawing& drawing, const HeadArrow& arrow, float top, float level, float end,
                     float unit);

/// Lines of a matrix that belong to one head: where they begin and how long they are.
struct HeadStrip {
    Index head = 0;
    Colour colour;
    float from = 0, length = 0;
};
/// Its name over the columns, whose labels begin at `labels`, and a strip below them.
void draw_head_columns(Drawing& drawing, const SheetBox& box, const HeadStrip& strip, float labels,
                       float unit);
/// Its name and a strip left of the rows.
void draw_head_rows(Drawing& drawing, const SheetBox& box, const HeadStrip& strip, float unit);

/// A line for each head, b_O, and their sum, with the length of each as a bar.
void draw_sum_of_heads(Drawing& drawing, const HeadsLooks& looks, const SumPlace& place,
                       const Lengths& lengths, const View& view);

/// The ranges of colours, and what a click does; gives where one more head is asked for, if there
/// is room for that. `caption`: which part of the document it is.
std::optional<Rect> draw_heads_legend(Drawing& drawing, const HeadsLooks& looks,
                                      const HeadsLayout& layout, const std::string& caption);

} // namespace attn::figure
