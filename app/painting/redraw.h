// SPDX-License-Identifier: MIT
// Finds what has to be drawn again: compares a frame with an earlier one tile by tile, and keeps
// only Dear ImGui's triangles in the changed areas.
#pragma once

#include "app/ui/compat.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace app {

/// Pixels of the window, from the top left.
struct PixelArea {
    int left = 0, top = 0, right = 0, bottom = 0;
    friend bool operator==(const PixelArea&, const PixelArea&) = default;
};

/// The intersection; it may be empty.
PixelArea common(const PixelArea& a, const PixelArea& b);
bool is_empty(const PixelArea& area);

/// The number of indices from `first` on, counted in the command, that belong together: the two
/// triangles of a rectangle, which is the usual case, or one triangle.
unsigned int piece_at(const ImDrawList& list, const ImDrawCmd& command, unsigned int first);

/// Identifies a texture, even if OpenGL reuses its name.
using TextureMark = std::function<std::uint64_t(ImTextureID)>;

/// A frame as one number per tile, computed from everything drawn over it in order. Frames with
/// equal numbers look the same.
struct FrameMarks {
    int width = 0, height = 0;
    std::uint64_t ground = 0; // the background colour
    std::vector<std::uint64_t> tiles;

    friend bool operator==(const FrameMarks&, const FrameMarks&) = default;
};

/// The visible pieces of a frame. Its memory is reused from frame to frame.
struct Pieces {
    struct Piece {
        unsigned int first = 0, count = 0; // indices, counted in the command
        PixelArea touched;                 // the pixels that it may change
    };
    std::vector<Piece> all;
    std::vector<std::size_t> counts; // pieces of each command, list after list
};

/// Computes the marks and pieces of a frame of `width` × `height` pixels over the ground colour.
/// Returns no tiles if the frame calls user callbacks, whose effect is unknown.
FrameMarks marks_of(const ImDrawData& data, int width, int height, std::uint64_t ground,
                    const TextureMark& texture, Pieces& pieces);

/// Returns the changed pixels as few disjoint areas; everything if either frame is unknown.
std::vector<PixelArea> difference(const FrameMarks& before, const FrameMarks& now);

/// The pixels inside a clip rectangle, rounded as in Dear ImGui's OpenGL backend.
PixelArea clip_of(const ImDrawData& data, const ImVec4& rect, int height);

/// Removes everything outside the areas and clips the rest to them. `pieces`: all of the
/// frame.
void keep_only(ImDrawData& data, int height, const std::vector<PixelArea>& areas,
               const Pieces& pieces);

} // namespace app
