// SPDX-License-Identifier: MIT
// Dear ImGui's triangles as pixels, by the processor alone: where there is no graphics hardware,
// OpenGL does the same work by way of shaders and takes several times as long.
#pragma once

#include "app/painting/redraw.h"
#include "app/ui/compat.h"
#include "core/figure/figure.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace app {

/// What triangles are painted with: white letters, of which only the alpha is kept, or a picture.
struct SoftTexture {
    int width = 0, height = 0;
    const unsigned char* letters = nullptr;
    const attn::figure::Colour* colours = nullptr;
    bool is_smooth = false; // pixels are averaged where the picture is drawn smaller
};

/// Pixels from the top left, row by row: 0x00RRGGBB. Whoever hands it over keeps the memory.
struct SoftImage {
    std::uint32_t* pixels = nullptr;
    int width = 0, height = 0;
};

/// Fills the areas with one colour.
void clear_soft(const SoftImage& image, const std::vector<PixelArea>& areas,
                attn::figure::Colour colour);

/// Paints over the image what Dear ImGui gathered, as OpenGL would: a pixel belongs to a triangle
/// where its middle does, and a middle on an edge that two share belongs to one of them.
void paint_soft(const SoftImage& image, const ImDrawData& data,
                const std::function<SoftTexture(ImTextureID)>& texture);

} // namespace app
