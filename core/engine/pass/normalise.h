// SPDX-License-Identifier: MIT
// Turns lines of scores into lines of weights: softmax, naive softmax, division by the sum, or
// sparsemax.
#pragma once

#include "core/base/matrix.h"
#include "core/engine/numbers/parallel.h"
#include "core/engine/numbers/switches.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
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

// Sums rows in plain order. Each addition waits for the one before it, so several rows are added at
// once.

template <std::size_t at_once, class Of>
void add_rows_from(Index row, const Real* numbers, Index rows, Index columns, Real* sums,
                   const Of& of) {
    constexpr auto count = static_cast<Index>(at_once);
    for (; row + count <= rows; row += count) {
        std::array<Real, at_once> own{};
        const Real* const from = numbers + row * columns;
        for (Index column = 0; column < columns; ++column)
            for (std::size_t each = 0; each < at_once; ++each)
                own[each] += of(from[static_cast<Index>(each) * columns + column]);
        std::copy(own.begin(), own.end(), sums + row);
    }
    if constexpr (at_once > 1)
        if (row < rows)
            add_rows_from<at_once - 1>(row, numbers, rows, columns, sums, of);
}

/// Sums each row of rows × columns numbers from its first number on; `of` is applied to each number
/// first.
template <class Of = std::identity>
void add_rows(const Real* numbers, Index rows, Index columns, Real* sums, const Of& of = {}) {
    add_rows_from<8>(0, numbers, rows, columns, sums, of);
}

} // namespace attn
