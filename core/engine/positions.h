// SPDX-License-Identifier: MIT
// The places of words as numbers: how fast a pair of columns turns (Vaswani et al. 2017, 3.5; Su
// et al. 2021), and the bucket of a distance (Raffel et al. 2020, 2.1).
#pragma once

#include "core/engine/graph.h"

namespace attn {

/// By what angle pair `pair` of `width` columns turns from one word to the next: base^(−2i/d).
Real turn(Real base, Index pair, Index width);

/// What the place of a word is divided by in columns 2i and 2i + 1: base^(2i/d).
Real wavelength(Real base, Index pair, Index width);

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
