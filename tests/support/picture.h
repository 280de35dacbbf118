// SPDX-License-Identifier: MIT
// A screenshot: compares its pixels, and reads and writes PNG files.
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

/// Copies the part of the picture within the area.
Picture cut_out(const Picture& picture, Area area);
/// Counts the differing pixels of the area; both pictures must have the same size.
int differing_pixels(const Picture& one, const Picture& other, Area area);
/// Counts the colours in the area: 1 if nothing is drawn there.
int count_colours(const Picture& picture, Area area);

/// Reads a PNG file without alpha; returns an empty picture if it is not one.
Picture read_png(const std::string& path);
/// Writes the picture and makes its folder if necessary. Returns whether it could.
bool write_png(const Picture& picture, const std::string& path);

} // namespace attn::test
