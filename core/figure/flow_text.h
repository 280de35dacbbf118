// SPDX-License-Identifier: MIT
// Lays out coloured pieces of text that follow each other and wrap; some of them stand for a
// number.
#pragma once

#include "core/figure/drawing.h"

#include <optional>
#include <string>
#include <vector>

namespace attn::figure {

/// A piece of text that is never broken.
struct Run {
    std::string text; // rich
    Font font = Font::Sans;
    Colour colour;
    bool has_space_before = false; // dropped at the start of a line
    bool may_break_before = false;
    std::optional<Place> place{}; // the number it stands for, which makes it clickable
};

struct FlowStyle {
    Rect area;                    // corner and width of the lines; its height is unused
    float size = 14;              // the text's size
    float line = 24;              // distance from one line to the next
    float indent = 0;             // for all lines but the first
    std::optional<Place> pointed; // the number under the pointer is underlined strongly
};

/// The number of lines the runs take.
std::size_t flow_lines(const std::vector<Run>& runs, const FlowStyle& style,
                       const Measure& measure);
/// The width of the runs in one line.
float flow_width(const std::vector<Run>& runs, float size, const Measure& measure);

/// Draws the runs with their regions. Returns the y below the last line.
float draw_flow(Drawing& drawing, const std::vector<Run>& runs, const FlowStyle& style);

} // namespace attn::figure
