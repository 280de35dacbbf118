// SPDX-License-Identifier: MIT
// Rounded boxes of whole pixels, their corners as small pictures beside the letters of the font
// atlas: fourteen triangles for a box where a softened path takes thirty-four.
#pragma once

#include "app/ui/compat.h"

#include <array>

namespace app {

class Corners {
public:
    static constexpr int most_radius = 6;

    /// Before the atlas is built, and after.
    void reserve(ImFontAtlas& atlas);
    void paint(ImFontAtlas& atlas);

    /// A filled box; its edges and its radius come to whole pixels. Returns whether it could be
    /// drawn: the radius may be too large, and atlases that change at any time hold no pictures.
    bool draw(ImDrawList& list, ImVec2 from, ImVec2 to, float radius, ImU32 colour) const;

private:
    struct Disc {
        int number = -1; // in the atlas
        ImVec2 from, to; // in its texture; all of the disc
        bool is_painted = false;
    };
    std::array<Disc, most_radius + 1> discs_; // by radius
};

} // namespace app
