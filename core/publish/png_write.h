// SPDX-License-Identifier: MIT
// Pixels as a PNG file, as fast as it can be made without becoming large.
#pragma once

#include "core/figure/figure.h"

#include <cstdint>
#include <string>

namespace attn::publish {

/// A PNG of 8 bits for each of red, green and blue, and alpha if any pixel is not opaque. The same
/// pixels give the same bytes on the same version of ISA-L and processors of the same kind.
std::string write_png(const figure::Pixels& pixels);

/// The pixels as Cairo paints them: 32-bit words of alpha, red, green and blue from the highest
/// byte down, the colours multiplied by their alpha.
struct PaintedPixels {
    std::uint32_t* words = nullptr; // row by row
    int width = 0, height = 0;
};
/// The colour of a word.
figure::Colour colour_of(std::uint32_t word);
/// Writes over the words, which saves the file memory of its own.
std::string write_png(const PaintedPixels& pixels);

} // namespace attn::publish
