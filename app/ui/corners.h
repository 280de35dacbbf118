// SPDX-License-Identifier: MIT
// Rounded boxes on whole pixels. Their corners are small pictures in the font atlas: a box takes
// fourteen triangles, where an anti-aliased path takes thirty-four.
#pragma once

#include "app/ui/compat.h"

#include <array>

namespace app {

class Corners {
public:
    static constexpr int most_radius = 6;

    /// Call reserve() before the atlas is built, and paint() after.
    void reserve(ImFontAtlas& atlas);
    void paint(ImFontAtlas& atlas);

    /// Draws a filled box, its edges and radius rounded to whole pixels. Returns false if it
    /// cannot: the radius is too large, or the atlas may change at any time and so holds no
    /// pictures.
    bool draw(ImDrawList& list, ImVec2 from, ImVec2 to, float radius, ImU32 colour) const;

private:
    struct Disc {
        int number = -1; // in the atlas
        ImVec2 from, to; // the whole disc, in texture coordinates
        bool is_painted = false;
    };
    std::array<Disc, most_radius + 1> discs_; // by radius
};

} // namespace app
