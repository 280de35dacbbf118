// SPDX-License-Identifier: MIT
// The little mark-up of texts in figures: lowered and raised letters, and how to keep words plain.
#pragma once

#include "core/figure/figure.h"

#include <string>
#include <string_view>
#include <vector>

namespace attn::figure {

/// A piece of one text: level 0 on the line, −1 lowered, +1 raised.
struct Span {
    std::string text;
    int level = 0;
    friend bool operator==(const Span&, const Span&) = default;
};

/// "W_{Q}" → "W", "Q" lowered. A backslash takes the next character as it stands; a mark without
/// its brace is a plain character; a missing closing brace ends with the text. Levels do not nest.
std::vector<Span> spans(std::string_view rich);

/// A word as it must be written so that spans() gives it back unchanged on one level.
std::string escape(std::string_view plain);
/// The text without its mark-up: "W_{Q}" → "WQ".
std::string plain_text(std::string_view rich);

/// A piece ready to be painted: `x` is its left side and `drop` how far it lies below the line,
/// both from the left end of the whole text, in the figure's units.
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
/// `measure` sees plain text only.
PlacedText place_text(std::string_view rich, Font font, float size, const Measure& measure);

/// The width of a text with mark-up.
float rich_width(std::string_view rich, Font font, float size, const Measure& measure);

} // namespace attn::figure
