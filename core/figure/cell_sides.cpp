// SPDX-License-Identifier: MIT
#include "core/figure/cell_sides.h"

#include "core/figure/figure.h"

#include <optional>

namespace attn::figure {
namespace {

/// The largest size up to `most` for which `sides(size)` fits; 0 if none does.
template <class Make>
float largest(const std::vector<Track>& tracks, float available, float most, const Make& sides) {
    if (extent(tracks, sides(most)) <= available)
        return most;
    float fits = 0, beyond = most;
    for (int step = 0; step < 24; ++step) {
        const float middle = (fits + beyond) / 2;
        (extent(tracks, sides(middle)) <= available ? fits : beyond) = middle;
    }
    return fits;
}

} // namespace

float extent(const std::vector<Track>& tracks, const Sides& sides) {
    float sum = 0;
    for (const Track& track : tracks)
        sum += track.extent(sides);
    return sum;
}

Sides fitted(const std::vector<Track>& tracks, const Wanted& wanted) {
    const auto both = [](float size) { return Sides{size, size}; };
    const float even = largest(tracks, wanted.available, wanted.most, both);
    // In a room made for just the scarce cells the last bit would decide, so words and dimensions
    // are then fitted one by one, which is never worse.
    if (!fits_in(even, wanted.scarce))
        return both(even);
    float words = 1, dimensions = 1;
    for (const Track& track : tracks)
        for (const Count& one : track.matrices)
            (one.is_words ? words : dimensions) =
                std::max(one.is_words ? words : dimensions, one.cells);
    const auto alike = [&](float length) { return Sides{length / words, length / dimensions}; };
    std::optional<Sides> kept;
    for (const float least : {wanted.least, wanted.scarce}) {
        const auto words_only = [&](float size) { return Sides{least, size}; };
        const auto dimensions_only = [&](float size) { return Sides{size, least}; };
        if (const float rest = largest(tracks, wanted.available, least, words_only);
            !kept && fits_in(wanted.least_extent, rest * dimensions))
            kept = words_only(rest);
        if (const float rest = largest(tracks, wanted.available, least, dimensions_only);
            !kept && fits_in(wanted.least_extent, rest * words))
            kept = dimensions_only(rest);
    }
    Sides found = kept ? *kept
                       : alike(std::max(wanted.least_extent, largest(tracks, wanted.available,
                                                                     wanted.available, alike)));
    // Free room beside a longer matrix of the same track costs nothing.
    const float used = std::max(wanted.available, extent(tracks, found));
    found.dimensions =
        std::max(found.dimensions, largest(tracks, used, wanted.most, [&](float size) {
                     return Sides{found.words, size};
                 }));
    found.words = std::max(found.words, largest(tracks, used, wanted.most, [&](float size) {
                               return Sides{size, found.dimensions};
                           }));
    return found;
}

} // namespace attn::figure
