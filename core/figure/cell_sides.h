// SPDX-License-Identifier: MIT
// How long the cells of matrices that share a space can be along one side: those of words and those
// of dimensions, alike while every number can be read.
#pragma once

#include <algorithm>
#include <vector>

namespace attn::figure {

/// What cells of words and cells of dimensions measure along one side.
struct Sides {
    float words = 0, dimensions = 0;
};

/// The cells of a matrix along one side.
struct Count {
    float cells = 1;
    bool is_words = false;

    float extent(const Sides& sides) const {
        return cells * (is_words ? sides.words : sides.dimensions);
    }
};

/// Matrices that stand in one track and share its extent, which has a least.
struct Track {
    std::vector<Count> matrices;
    float least = 0;

    float extent(const Sides& sides) const {
        float most = least;
        for (const Count& one : matrices)
            most = std::max(most, one.extent(sides));
        return most;
    }
};

float extent(const std::vector<Track>& tracks, const Sides& sides);

struct Wanted {
    float available = 0;
    float least = 0, most = 0; // of a cell with a number
    float least_extent = 0;    // of a matrix without numbers
    float scarce = 0;          // of a cell whose number has given up decimals
};

/// One size for all if every number can be read with it; else either words or dimensions keep
/// theirs; else every matrix is as long as the others.
Sides fitted(const std::vector<Track>& tracks, const Wanted& wanted);

} // namespace attn::figure
