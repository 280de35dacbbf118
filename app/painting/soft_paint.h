// SPDX-License-Identifier: MIT
// Paints Dear ImGui's triangles on the processor. Without graphics hardware, OpenGL would do the
// same work through shaders and take several times as long.
#pragma once

#include "app/painting/redraw.h"
#include "app/ui/compat.h"
#include "core/figure/base/figure.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace app {

/// The texture of triangles: white letters, stored as alpha alone, or a picture.
struct SoftTexture {
    int width = 0, height = 0;
    const unsigned char* letters = nullptr;
    const attn::figure::Colour* colours = nullptr;
    bool is_smooth = false; // averages pixels if the picture is drawn smaller
};

/// Pixels from the top left, row by row: 0x00RRGGBB. The caller owns the memory.
struct SoftImage {
    std::uint32_t* pixels = nullptr;
    int width = 0, height = 0;
};

/// Fills the areas with one colour.
void clear_soft(const SoftImage& image, const std::vector<PixelArea>& areas,
                attn::figure::Colour colour);

/// Paints Dear ImGui's lists over the image as OpenGL would: a pixel belongs to the triangle that
/// contains its centre, and a centre on a shared edge to exactly one of the two.
void paint_soft(const SoftImage& image, const ImDrawData& data,
                const std::function<SoftTexture(ImTextureID)>& texture);

} // namespace app
