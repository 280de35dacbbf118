// SPDX-License-Identifier: MIT
// Turns lines of scores into lines of weights: softmax, naive softmax, division by the sum, or
// sparsemax.
#pragma once

#include "core/engine/progress.h"
#include "core/engine/switches.h"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace attn {

struct Normalised {
    Matrix weights;           // the shape of the scores
    std::vector<bool> no_key; // one per line of the axis: true where every cell is blocked
};

/// Normalises the scaled scores over rows or columns. `scaled`: queries × keys.
///   softmax        exp(s − max) / Σ exp(s − max)    (Bridle 1990; Vaswani et al. 2017, eq. 1)
///   naive softmax  exp(s) / Σ exp(s)                overflows from about s = 709.8 on
///   sum            s / Σ s
///   sparsemax      max(s − τ, 0), τ so that they sum to 1    (Martins and Astudillo 2016)
/// Blocked cells are left out and get weight 0. A line whose cells are all blocked is all zeros and
/// marked in `no_key`. Nothing else is repaired: a sum of 0 or an overflow gives NaN or infinity,
/// and under softmax and sparsemax a line whose largest score is not finite is all NaN. A sink is
/// one more score of every line, after the others, that is never blocked; its weight is left out.
/// Reuses the storage of `used`.
Normalised normalise(const Matrix& scaled, const Mask& mask, Normaliser normaliser, Axis axis,
                     Progress* progress = nullptr, Normalised used = {},
                     std::optional<Real> sink = {});

/// The threshold τ of a sparsemax, and how many scores are above it.
struct SparseThreshold {
    Real value = 0;
    std::size_t count = 0;
};
/// Finds the threshold of scores less their largest, the largest first: (Σ of those above it − 1)
/// over their count (Martins and Astudillo 2016, Algorithm 1). Scores of −1 and less may be
/// missing.
SparseThreshold sparse_threshold(std::span<const Real> sorted);

/// Normalises some rows of the scores, those from `first` on, without a sink.
void normalise_rows(const Real* scaled, Real* weights, Index first, Index rows, Index columns,
                    const Mask& mask, Normaliser normaliser);

} // namespace attn
