// SPDX-License-Identifier: MIT
// Lays out prose in lines of a given width: words wrap; live numbers and words of the document are
// emphasised.
#pragma once

#include "core/document/telling/step.h"
#include "core/figure/base/drawing.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace attn::figure {

// Lays out coloured pieces of text that follow each other and wrap; some of them stand for a
// number.

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

/// The rectangle of a phrase in one line.
struct PhraseRect {
    Rect rect;
    std::size_t number = 0; // from 1 on
};

struct ProseStyle {
    Font font = Font::Sans; // for plain text
    float size = 14;
    Colour colour;
    float line = 1.4F; // height of a line in sizes
    /// Receives the phrases of the text, which are drawn in the colours of their frames and with a
    /// line below (see phrase_style.h); null: phrases look like the rest.
    std::vector<PhraseRect>* phrases = nullptr;
    std::size_t lit_phrase = 0; // the one under the pointer; 0: none
};

/// The height of the prose in lines of this width; "\n" begins a new line. A line that begins with
/// "- " is an item of a list: it gets a bullet, and its further lines begin where its text does. A
/// line of numbers and signs with a result, "1·1 + 0·2 = 1", is set in large type.
float prose_height(const Prose& prose, float width, const ProseStyle& style,
                   const Measure& measure);
/// Draws the prose with its upper left corner at `corner`. Returns its height.
float draw_prose(Drawing& drawing, Point corner, float width, const Prose& prose,
                 const ProseStyle& style);

} // namespace attn::figure
