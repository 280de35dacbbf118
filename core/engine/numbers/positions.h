// SPDX-License-Identifier: MIT
// Word positions as numbers: how fast a pair of columns turns (Vaswani et al. 2017, 3.5; Su et al.
// 2021), the slope of a head (Press et al. 2022), and the bucket of a distance (Raffel et al. 2020,
// 2.1).
#pragma once

#include "core/engine/graph/graph.h"

namespace attn {

/// Returns the angle by which pair `pair` of `width` columns turns from one word to the next:
/// base^(−2i/d).
Real turn(Real base, Index pair, Index width);

/// Returns how much a head's score falls for each word between query and key (Press et al. 2022,
/// section 3): a geometric sequence from 2^(−8 / heads), whose ratio is its first number. If the
/// number of heads is no power of two, follows the paper's program: first the sequence of the next
/// lower power, then every second number of the sequence of the next higher one.
Real alibi_slope(Index head, Index heads);

/// The content of one column of sinusoidal positions: the sine or the cosine of place / length,
/// with length = base^(of / over).
struct Wave {
    bool is_cosine = false;
    Index of = 0, over = 1;
    Real length = 1;
};
Wave wave(const Sinusoid& how, Index column, Index width);

/// The smallest valid number of buckets.
Index fewest_buckets(const Buckets& how);
/// How many distances of one direction get a bucket of their own; `furthest` must be larger.
Index single_buckets(Index count, const Buckets& how);

/// Returns the bucket, of `count`, for a key that is `ahead` words after its query (before it if
/// negative). The lower half of the buckets are single distances, the others grow logarithmically.
/// If both ways, the second half of all buckets is for keys after the query; else such keys count
/// as distance 0. Rounds as T5 does, in single precision.
Index bucket(Index ahead, Index count, const Buckets& how);

} // namespace attn
