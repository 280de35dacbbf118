// SPDX-License-Identifier: MIT
// What of the window has to be drawn again: a frame is compared with an earlier one tile by tile,
// and of what Dear ImGui gathered only the triangles there are kept.
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

/// What both hold; it may be empty.
PixelArea common(const PixelArea& a, const PixelArea& b);
bool is_empty(const PixelArea& area);

/// How many indices belong together from `first` on, counted in the command: the two triangles of a
/// rectangle, as most are, or one triangle.
unsigned int piece_at(const ImDrawList& list, const ImDrawCmd& command, unsigned int first);

/// Tells one texture from another, whatever its name in OpenGL was used for before.
using TextureMark = std::function<std::uint64_t(ImTextureID)>;

/// A frame as a number for each tile: of all that is drawn over it, in order. Frames with the same
/// numbers look the same.
struct FrameMarks {
    int width = 0, height = 0;
    std::uint64_t ground = 0; // the colour under everything
    std::vector<std::uint64_t> tiles;

    friend bool operator==(const FrameMarks&, const FrameMarks&) = default;
};

/// What of a frame can be seen, piece by piece. Its memory serves one frame after another.
struct Pieces {
    struct Piece {
        unsigned int first = 0, count = 0; // indices, counted in the command
        PixelArea touched;                 // the pixels that it can touch
    };
    std::vector<Piece> all;
    std::vector<std::size_t> counts; // how many belong to each command, list after list
};

/// The marks of a frame of `width` × `height` pixels over a colour, and its pieces. Nothing (no
/// tiles) where it calls functions of its own, of which nothing is known.
FrameMarks marks_of(const ImDrawData& data, int width, int height, std::uint64_t ground,
                    const TextureMark& texture, Pieces& pieces);

/// Where the two differ, as few disjoint areas; everything where one of them is not known.
std::vector<PixelArea> difference(const FrameMarks& before, const FrameMarks& now);

/// The pixels that may be drawn to for a clip rectangle, counted as Dear ImGui's OpenGL backend
/// does.
PixelArea clip_of(const ImDrawData& data, const ImVec4& rect, int height);

/// Keeps only what is drawn inside the areas, and clips it there. The pieces are those of the
/// frame.
void keep_only(ImDrawData& data, int height, const std::vector<PixelArea>& areas,
               const Pieces& pieces);

} // namespace app
