// SPDX-License-Identifier: MIT
// The places of words as numbers: how fast a pair of columns turns (Vaswani et al. 2017, 3.5; Su
// et al. 2021), the slope of a head (Press et al. 2022), and the bucket of a distance (Raffel et
// al. 2020, 2.1).
#pragma once

#include "core/engine/graph.h"

namespace attn {

/// By what angle pair `pair` of `width` columns turns from one word to the next: base^(−2i/d).
Real turn(Real base, Index pair, Index width);

/// How much a score of a head loses for each word between query and key (Press et al. 2022,
/// section 3): a geometric sequence from 2^(−8 / heads), whose ratio is its first number. Where the
/// heads are no power of two, as the programs of the paper have it: first the sequence of the
/// next lower power, then every second number of that of the next higher one.
Real alibi_slope(Index head, Index heads);

/// What stands in one column of sinusoidal positions: the sine or the cosine of place / length,
/// where length = base^(of / over).
struct Wave {
    bool is_cosine = false;
    Index of = 0, over = 1;
    Real length = 1;
};
Wave wave(const Sinusoid& how, Index column, Index width);

/// The fewest buckets there can be.
Index fewest_buckets(const Buckets& how);
/// How many distances of one direction have a bucket each; the furthest must be further.
Index single_buckets(Index count, const Buckets& how);

/// The bucket, of `count`, of a key that stands `ahead` words after its query (before it, if less
/// than 0). The lower half of the buckets are single distances, the others grow wider as logarithms
/// do. Both ways, the second half of all buckets is for keys after the query; else these are at
/// distance 0. As T5 rounds, in single precision.
Index bucket(Index ahead, Index count, const Buckets& how);

} // namespace attn
