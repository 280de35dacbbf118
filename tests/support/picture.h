// SPDX-License-Identifier: MIT
// A screenshot: its pixels, how it differs from another, and writing it as PNG.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace attn::test {

/// A rectangle of a screen in pixels.
struct Area {
    int x = 0, y = 0, width = 0, height = 0;
};

struct Picture {
    int width = 0, height = 0;
    std::vector<std::uint32_t> pixels; // 0xRRGGBB, row by row

    std::uint32_t at(int x, int y) const;
    bool operator==(const Picture&) const = default;
};

/// The part of the picture that lies in the area.
Picture cut_out(const Picture& picture, Area area);
/// How many pixels of the area differ; the pictures have the same size.
int differing_pixels(const Picture& one, const Picture& other, Area area);
/// How many colours the area holds: 1 if it is empty.
int count_colours(const Picture& picture, Area area);

/// The pixels of a PNG file without its alpha; an empty picture if it is none.
Picture read_png(const std::string& path);
/// Writes the picture, making its folder if need be. Returns whether it could.
bool write_png(const Picture& picture, const std::string& path);

} // namespace attn::test
