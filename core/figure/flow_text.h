// SPDX-License-Identifier: MIT
// Pieces of coloured text that follow each other and wrap, some of which stand for a number.
#pragma once

#include "core/figure/drawing.h"

#include <optional>
#include <string>
#include <vector>

namespace attn::figure {

/// A piece that is never broken itself.
struct Run {
    std::string text; // rich
    Font font = Font::Sans;
    Colour colour;
    bool has_space_before = false; // left out where a line begins
    bool may_break_before = false;
    std::optional<Place> place{}; // clickable: it stands for this number
};

struct FlowStyle {
    Rect area;                    // where lines begin and how wide they are; its height is not read
    float size = 14;              // of the text
    float line = 24;              // from one line to the next
    float indent = 0;             // of every line but the first
    std::optional<Place> pointed; // the number under the pointer is underlined strongly
};

/// How many lines the runs take.
std::size_t flow_lines(const std::vector<Run>& runs, const FlowStyle& style,
                       const Measure& measure);
/// The width of the runs on one line.
float flow_width(const std::vector<Run>& runs, float size, const Measure& measure);

/// Draws the runs with their regions; gives the y below the last line.
float draw_flow(Drawing& drawing, const std::vector<Run>& runs, const FlowStyle& style);

} // namespace attn::figure
