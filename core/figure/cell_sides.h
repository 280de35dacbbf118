// SPDX-License-Identifier: MIT
// Finds the lengths of cells along one side for matrices that share a space. Cells of words and
// cells of dimensions have the same length while every number can be read.
#pragma once

#include <algorithm>
#include <vector>

namespace attn::figure {

/// The lengths of word cells and of dimension cells along one side.
struct Sides {
    float words = 0, dimensions = 0;
};

/// The number and kind of a matrix's cells along one side.
struct Count {
    float cells = 1;
    bool is_words = false;

    float extent(const Sides& sides) const {
        return cells * (is_words ? sides.words : sides.dimensions);
    }
};

/// Matrices in one track, which is as long as the longest of them, and at least `least`.
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
    float least = 0, most = 0; // for a cell with a number
    float least_extent = 0;    // for a matrix without numbers
    float scarce = 0;          // for a cell whose number has given up decimals
};

/// Finds one size for all cells if every number can be read with it. Otherwise words or dimensions
/// keep a readable size; if neither can, all matrices get the same length.
Sides fitted(const std::vector<Track>& tracks, const Wanted& wanted);

} // namespace attn::figure
