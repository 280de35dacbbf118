// SPDX-License-Identifier: MIT
// Paints a Figure into Dear ImGui's draw list.
#pragma once

#include "app/ui/fonts.h"
#include "app/ui/painting.h"
#include "app/window/screen.h"
#include "core/figure/figure.h"

#include <map>
#include <memory>

namespace app {

/// What figures are painted with, kept while they are shown: textures of their pictures, and
/// triangles of their other shapes.
class Textures {
public:
    explicit Textures(TextureMaker maker);
    ~Textures();
    Textures(const Textures&) = delete;
    Textures& operator=(const Textures&) = delete;

    /// Returns the texture of a picture. A smooth one may be drawn smaller than it is.
    unsigned int of(const std::shared_ptr<const attn::figure::Pixels>& pixels,
                    bool is_smooth = false);
    /// The painting for the figure at this address. A different figure at the same address finds no
    /// shape to reuse.
    Painting& painting(const attn::figure::Figure& figure) { return paintings_[&figure]; }
    /// Call after a frame: forgets what was not shown in it.
    void sweep();

private:
    struct Entry {
        std::shared_ptr<const attn::figure::Pixels> pixels;
        unsigned int texture = 0;
        bool is_used = false;
    };
    TextureMaker maker_;
    std::map<const attn::figure::Pixels*, Entry> entries_;
    std::map<const attn::figure::Figure*, Painting> paintings_;
};

ImU32 packed(attn::figure::Colour colour);

/// The text widths that paint() will use, for layouts.
attn::figure::Measure measure(Fonts& fonts);

/// Draws the figure with its upper left corner at `origin`. `visible` is the part that can be seen,
/// in the figure's units.
void paint(const attn::figure::Figure& figure, ImDrawList& list, ImVec2 origin,
           attn::figure::Rect visible, Fonts& fonts, Textures& textures);

} // namespace app
