// SPDX-License-Identifier: MIT
// Writes pixels as a PNG file: fast, and still small.
#pragma once

#include "core/figure/base/figure.h"

#include <cstddef>
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

// Memory for the pixels of a picture. The first use of a memory page costs as much as painting it,
// so this takes pages of 2 MB, if the system has them, instead of 500 times as many small ones.

/// Zeroed bytes. The constructor throws std::bad_alloc if there is no memory, as `new` does.
class LargeMemory {
public:
    explicit LargeMemory(std::size_t size);
    ~LargeMemory();
    LargeMemory(const LargeMemory&) = delete;
    LargeMemory& operator=(const LargeMemory&) = delete;

    char* data() { return data_; }
    const char* data() const { return data_; }
    std::size_t size() const { return size_; }

private:
    void* mapped_ = nullptr;
    std::size_t mapped_size_ = 0;
    char* data_ = nullptr; // within the mapping, at the start of a large page
    std::size_t size_ = 0;
};

} // namespace attn::publish
