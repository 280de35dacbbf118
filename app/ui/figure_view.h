// SPDX-License-Identifier: MIT
// Paints a Figure with Dear ImGui's draw list.
#pragma once

#include "app/ui/fonts.h"
#include "app/ui/painting.h"
#include "app/window/screen.h"
#include "core/figure/figure.h"

#include <map>
#include <memory>

namespace app {

/// What figures are painted with, kept while they are shown: the textures of their pictures, and
/// the triangles of their other shapes.
class Textures {
public:
    explicit Textures(TextureMaker maker);
    ~Textures();
    Textures(const Textures&) = delete;
    Textures& operator=(const Textures&) = delete;

    /// Smooth ones may be drawn smaller than they are.
    unsigned int of(const std::shared_ptr<const attn::figure::Pixels>& pixels,
                    bool is_smooth = false);
    /// Of a figure at its place in memory; another figure there finds no shape to repeat.
    Painting& painting(const attn::figure::Figure& figure) { return paintings_[&figure]; }
    /// After a frame: forgets what was not shown in it.
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

/// The widths that paint() will give, for layouts.
attn::figure::Measure measure(Fonts& fonts);

/// Draws the figure with its upper left corner at `origin`; `visible` is what can be seen of it, in
/// the figure's own units.
void paint(const attn::figure::Figure& figure, ImDrawList& list, ImVec2 origin,
           attn::figure::Rect visible, Fonts& fonts, Textures& textures);

} // namespace app
