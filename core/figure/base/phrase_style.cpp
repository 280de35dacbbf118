// SPDX-License-Identifier: MIT
#include "core/figure/base/phrase_style.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace attn::figure {
namespace {

constexpr std::size_t phrase_styles = 4;

/// Draws pieces of a line from one point to another on its right or below it, beginning and ending
/// with a piece.
void draw_pieces(Drawing& drawing, Point from, Point to, float piece, float gap, Colour colour,
                 float width) {
    const float length = to.x - from.x + to.y - from.y;
    const float count = std::max(1.0F, std::round((length + gap) / (piece + gap)));
    const float step = (length + gap) / count; // of a piece and a gap
    const bool is_level = to.y == from.y;
    for (float at = 0; at < count; ++at) {
        const float begin = at * step, end = begin + step - gap;
        draw_line(drawing, is_level ? Point{from.x + begin, from.y} : Point{from.x, from.y + begin},
                  is_level ? Point{from.x + end, from.y} : Point{from.x, from.y + end}, colour,
                  width);
    }
}

struct Pieces {
    float piece, gap;
};
Pieces pieces_in(LinePattern pattern, float width) {
    return pattern == LinePattern::Dashed ? Pieces{3.4F * width, 2 * width}
                                          : Pieces{1.1F * width, 1.2F * width};
}

void draw_outline(Drawing& drawing, Rect rect, Colour colour, float width) {
    drawing.figure.shapes.emplace_back(Box{rect, transparent, colour, width, width + 1});
}

} // namespace

PhraseStyle phrase_style(const Theme& theme, std::size_t phrase) {
    const std::array<Colour, phrase_styles> colours{theme.query_text, theme.key_text, theme.weight,
                                                    theme.text};
    const std::size_t at = phrase > 0 ? phrase - 1 : 0;
    return {colours[at % phrase_styles],
            static_cast<LinePattern>((at + at / phrase_styles) % phrase_styles)};
}

float phrase_frame_room(float width) {
    return 1.1F * width + 1;
}

void draw_phrase_frame(Drawing& drawing, Rect rect, const PhraseStyle& style, float width) {
    const float casing = 1;
    const Rect outer = grown(rect, 1.1F * width); // most of the line is outside
    draw_outline(drawing, grown(outer, casing), drawing.theme.background, width + 2 * casing);
    switch (style.pattern) {
    case LinePattern::Solid:
        draw_outline(drawing, outer, style.colour, width);
        return;
    case LinePattern::Double:
        draw_outline(drawing, grown(outer, 0.5F * width), style.colour, 0.55F * width);
        draw_outline(drawing, grown(outer, -0.65F * width), style.colour, 0.55F * width);
        return;
    case LinePattern::Dashed:
    case LinePattern::Dotted:
        break;
    }
    const Rect middle = grown(outer, -0.5F * width);
    const auto [piece, gap] = pieces_in(style.pattern, width);
    const float half = 0.5F * width; // corners are closed
    for (const float y : {middle.y, middle.bottom()})
        draw_pieces(drawing, {middle.x - half, y}, {middle.right() + half, y}, piece, gap,
                    style.colour, width);
    for (const float x : {middle.x, middle.right()})
        draw_pieces(drawing, {x, middle.y - half}, {x, middle.bottom() + half}, piece, gap,
                    style.colour, width);
}

void draw_phrase_line(Drawing& drawing, Point from, float length, const PhraseStyle& style,
                      float width) {
    const float y = from.y + width / 2;
    switch (style.pattern) {
    case LinePattern::Solid:
        draw_line(drawing, {from.x, y}, {from.x + length, y}, style.colour, width);
        return;
    case LinePattern::Double:
        for (const float down : {0.0F, 1.7F * width})
            draw_line(drawing, {from.x, y + down}, {from.x + length, y + down}, style.colour,
                      0.7F * width);
        return;
    case LinePattern::Dashed:
    case LinePattern::Dotted: {
        const auto [piece, gap] = pieces_in(style.pattern, width);
        draw_pieces(drawing, {from.x, y}, {from.x + length, y}, piece, gap, style.colour, width);
        return;
    }
    }
}

} // namespace attn::figure
