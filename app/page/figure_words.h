// SPDX-License-Identifier: MIT
// A figure as a list of 32-bit words and a list of texts, which the script paints (paint.js).
#pragma once

#include "core/figure/base/figure.h"

#include <cstdint>
#include <string>
#include <vector>

namespace page {

/// The words are: width, height, background, then for each shape its kind and
///   1 box      x y width height fill stroke stroke_width radius
///   2 line     x y x y colour width
///   3 polygon  fill count x y …
///   4 text     x baseline size font colour turn pivot_x pivot_y    its text is the next of `texts`
///   5 image    x y width height columns rows pixels                where the pixels lie in memory
/// Lengths are floats by their bits, colours 0xRRGGBBAA. Texts end with U+0000. The pixels live as
/// long as the figure.
struct FigureWords {
    std::vector<std::uint32_t> words;
    std::string texts;
};
FigureWords figure_words(const attn::figure::Figure& figure, const attn::figure::Measure& measure);

} // namespace page
