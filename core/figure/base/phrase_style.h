// SPDX-License-Identifier: MIT
// The colours and patterns in which phrases of a text and the places they mean are shown: four of
// each, told apart without red and green and without any colour.
#pragma once

#include "core/figure/base/drawing.h"

#include <cstddef>

namespace attn::figure {

enum class LinePattern { Solid, Double, Dashed, Dotted };

struct PhraseStyle {
    Colour colour; // of the words, their line and the frame: 4.5 : 1 on both backgrounds
    LinePattern pattern = LinePattern::Solid;
    friend bool operator==(const PhraseStyle&, const PhraseStyle&) = default;
};

/// The style of a phrase, counted from 1. From the fifth on, colours come again with another
/// pattern: sixteen phrases differ.
PhraseStyle phrase_style(const Theme& theme, std::size_t phrase);

/// The room that the frame takes outside of what it is drawn around.
float phrase_frame_room(float width);
/// Draws a frame around a rectangle, with a casing in the background's colour that makes it visible
/// on any cell.
void draw_phrase_frame(Drawing& drawing, Rect rect, const PhraseStyle& style, float width);
/// Draws the line under a phrase, three times `width` high, from its left end.
void draw_phrase_line(Drawing& drawing, Point from, float length, const PhraseStyle& style,
                      float width);

} // namespace attn::figure
