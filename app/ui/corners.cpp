// SPDX-License-Identifier: MIT
#include "app/ui/corners.h"

#include "app/ui/compat.h"

#include <algorithm>
#include <cmath>

namespace app {
namespace {

/// The share of a pixel inside a disc that fills a square of side 2 · radius.
float coverage(int radius, int x, int y) {
    constexpr int steps = 16;
    int inside = 0;
    for (int row = 0; row < steps; ++row)
        for (int column = 0; column < steps; ++column) {
            const float across = static_cast<float>(x - radius) +
                                 (static_cast<float>(column) + 0.5F) / static_cast<float>(steps);
            const float down = static_cast<float>(y - radius) +
                               (static_cast<float>(row) + 0.5F) / static_cast<float>(steps);
            inside += across * across + down * down < static_cast<float>(radius * radius) ? 1 : 0;
        }
    return static_cast<float>(inside) / static_cast<float>(steps * steps);
}

} // namespace

void Corners::reserve(ImFontAtlas& atlas) {
    for (int radius = 1; radius <= most_radius; ++radius)
        discs_[static_cast<std::size_t>(radius)] = {
            compat::reserve_in_atlas(atlas, 2 * radius, 2 * radius), {}, {}, false};
}

void Corners::paint(ImFontAtlas& atlas) {
    for (int radius = 1; radius <= most_radius; ++radius) {
        Disc& disc = discs_[static_cast<std::size_t>(radius)];
        const auto place = compat::place_in_atlas(atlas, disc.number);
        if (!place)
            continue;
        for (int y = 0; y < 2 * radius; ++y)
            for (int x = 0; x < 2 * radius; ++x)
                place->pixels[y * place->width + x] =
                    static_cast<unsigned char>(std::lround(255 * coverage(radius, x, y)));
        disc.from = place->from;
        disc.to = place->to;
        disc.is_painted = true;
    }
}

bool Corners::draw(ImDrawList& list, ImVec2 from, ImVec2 to, float radius, ImU32 colour) const {
    from = {std::round(from.x), std::round(from.y)};
    to = {std::round(to.x), std::round(to.y)};
    const float wanted = std::max(std::round(radius), 1.0F);
    if (!(wanted <= static_cast<float>(most_radius)) || to.x - from.x < 2 * wanted ||
        to.y - from.y < 2 * wanted)
        return false;
    const Disc& disc = discs_[static_cast<std::size_t>(wanted)];
    if (!disc.is_painted)
        return false;
    const ImVec2 low{from.x + wanted, from.y + wanted}, high{to.x - wanted, to.y - wanted};
    const ImVec2 middle{(disc.from.x + disc.to.x) / 2, (disc.from.y + disc.to.y) / 2};
    const int bars = (high.x > low.x ? 2 : 0) + (high.y > low.y ? 1 : 0);
    list.PrimReserve(6 * (4 + bars), 4 * (4 + bars));
    if (high.x > low.x) {
        list.PrimRect({low.x, from.y}, {high.x, low.y}, colour);
        list.PrimRect({low.x, high.y}, {high.x, to.y}, colour);
    }
    if (high.y > low.y)
        list.PrimRect({from.x, low.y}, {to.x, high.y}, colour);
    list.PrimRectUV(from, low, disc.from, middle, colour);
    list.PrimRectUV({high.x, from.y}, {to.x, low.y}, {middle.x, disc.from.y}, {disc.to.x, middle.y},
                    colour);
    list.PrimRectUV({from.x, high.y}, {low.x, to.y}, {disc.from.x, middle.y}, {middle.x, disc.to.y},
                    colour);
    list.PrimRectUV(high, to, middle, disc.to, colour);
    return true;
}

} // namespace app
