// SPDX-License-Identifier: MIT
// What a large head stores: a few numbers per query instead of a row of scores and weights.
#pragma once

#include "core/engine/switches.h"

#include <array>
#include <memory>
#include <vector>

namespace attn {

/// The most tokens of a document that takes every sum in order, so that what fits on a slide has
/// the same digits on every machine. Larger ones are computed by blocks.
constexpr Index slide_tokens = 64;
constexpr Index slide_width = 256;

/// The products of queries and keys from when W_Q or W_K began to change. As long as nothing else
/// of Q and K changes, the next change adds its few columns instead of multiplying again. This is
/// the only tokens × tokens data here; it is only computed from, never shown.
struct KeptProducts {
    std::shared_ptr<Real[]> products;              // see KeptScores; written only if not shared
    Matrix query, key;                             // whose products they are
    std::vector<Index> query_columns, key_columns; // where Q and K may differ from those
};

/// Together with Q, K and V of the trace, everything needed to compute scores, scaled and masked
/// scores and weights on demand, cell by cell.
struct LargeHead {
    Real scale = 1;
    Real temperature = 1;
    Mask mask;
    std::vector<Real> largest; // per query: roughly its largest open scaled score
    std::vector<Real> sum;     // per query: Σ e^(scaled − largest) over the open keys
    std::vector<Real> peak;    // the largest the sum has been since the row was last recomputed
    std::vector<Real> packed_key, packed_value; // see kernels.h
    bool is_key_packed = false;                 // false: the keys changed since
    bool is_value_packed = false;
    std::array<Real, 2> reach{};  // bounds of the numbers of all queries and of all keys
    std::vector<Real> value_size; // per key: its largest |V|
    Real value_peak = 0;          // the largest |V| since all rows were last recomputed
    Index next_refresh = 0;       // the row that the next change recomputes as well
    KeptProducts kept;
    Matrix mixed_inputs; // d_model × tokens, (weights · X)ᵀ: computed when W_V is first changed
    Matrix inputs;       // d_model × tokens, Xᵀ: needed only with mixed_inputs

    bool is_used() const { return !sum.empty(); }
};

/// Returns the factor that turns a score into a scaled score. All code that scales uses this one
/// expression: score / scale / temperature may differ from it in the last place.
inline Real scaling(const LargeHead& head) {
    return 1 / head.scale / head.temperature;
}

} // namespace attn
