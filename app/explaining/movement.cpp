// SPDX-License-Identifier: MIT
#include "app/explaining/movement.h"

#include <algorithm>
#include <cmath>

namespace app {

using attn::figure::Rect;

Movement movement_between(const attn::figure::Figure& from, const attn::figure::Figure& to,
                          double now) {
    Movement movement{{}, now};
    for (const attn::figure::GridRegion& grid : to.grids) {
        const auto was = std::find_if(
            from.grids.begin(), from.grids.end(),
            [&](const attn::figure::GridRegion& one) { return one.sheet == grid.sheet; });
        if (was != from.grids.end() && was->cells != grid.cells)
            movement.ways.emplace_back(was->cells, grid.cells);
    }
    return movement;
}

double seconds_to_next_frame(const Movement& movement, double now) {
    const double gone = std::max(0.0, now - movement.began) * movement_frames;
    return (std::floor(gone + 1e-6) + 1 - gone) / movement_frames;
}

std::vector<Rect> frames_of(const Movement& movement, double now) {
    std::vector<Rect> frames;
    if (movement.has_ended(now))
        return frames;
    const auto gone = static_cast<float>(std::max(0.0, now - movement.began) / movement_seconds);
    const float share = 1 - (1 - gone) * (1 - gone);
    const auto between = [share](float a, float b) { return a + share * (b - a); };
    for (const auto& [from, to] : movement.ways)
        frames.push_back({between(from.x, to.x), between(from.y, to.y),
                          between(from.width, to.width), between(from.height, to.height)});
    return frames;
}

} // namespace app
