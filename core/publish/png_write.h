// SPDX-License-Identifier: MIT
// Writes pixels as a PNG file: fast, and still small.
#pragma once

#include "core/figure/figure.h"

#include <cstdint>
#include <string>

namespace attn::publish {

/// Makes a PNG with 8 bits for each of red, green and blue, and for alpha if any pixel is not
/// opaque. The same pixels give the same bytes on the same version of ISA-L and the same kind of
/// processor.
std::string write_png(const figure::Pixels& pixels);

/// Pixels as Cairo paints them: 32-bit words of alpha, red, green and blue from the highest byte
/// down; colours are multiplied by alpha.
struct PaintedPixels {
    std::uint32_t* words = nullptr; // row by row
    int width = 0, height = 0;
};
/// The colour of a word.
figure::Colour colour_of(std::uint32_t word);
/// Overwrites the words, so that the file needs no memory of its own.
std::string write_png(const PaintedPixels& pixels);

} // namespace attn::publish
