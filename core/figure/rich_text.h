// SPDX-License-Identifier: MIT
// The small mark-up of texts in figures: lowered and raised letters, and how to escape plain words.
#pragma once

#include "core/figure/figure.h"

#include <string>
#include <string_view>
#include <vector>

namespace attn::figure {

/// A piece of a text: level 0 is on the line, −1 lowered, +1 raised.
struct Span {
    std::string text;
    int level = 0;
    friend bool operator==(const Span&, const Span&) = default;
};

/// Parses "W_{Q}" into "W" and lowered "Q". A backslash escapes the next character; a mark without
/// its brace is a plain character; a missing closing brace ends with the text. Levels do not nest.
std::vector<Span> spans(std::string_view rich);

/// Escapes a word so that spans() returns it unchanged as one piece on level 0.
std::string escape(std::string_view plain);
/// The text without its mark-up: "W_{Q}" → "WQ".
std::string plain_text(std::string_view rich);

/// A piece ready to draw: `x` is its left side from the left end of the whole text and `drop` its
/// distance below the line, in the figure's units.
struct PlacedSpan {
    std::string text;
    float x = 0;
    float drop = 0;
    float size = 0;
};
struct PlacedText {
    std::vector<PlacedSpan> spans;
    float width = 0;
};
/// Places the pieces of a text. `measure` gets plain text only.
PlacedText place_text(std::string_view rich, Font font, float size, const Measure& measure);

/// The width of a text with mark-up.
float rich_width(std::string_view rich, Font font, float size, const Measure& measure);

} // namespace attn::figure
