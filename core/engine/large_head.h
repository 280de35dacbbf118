// SPDX-License-Identifier: MIT
// A large head's forward pass: per query a few numbers instead of a row of scores and weights.
#pragma once

#include "core/engine/switches.h"

#include <array>
#include <memory>
#include <vector>

namespace attn {

/// Whether documents of this size go the blocked way. Below, every sum is taken in order, so that
/// what fits on a slide has the same digits on every machine.
constexpr Index slide_tokens = 64;
constexpr Index slide_width = 256;

/// The products of queries and keys as they were when W_Q or W_K began to change, as long as
/// nothing else of Q and K changes: the next change adds its few columns instead of multiplying
/// again. The one thing here that is tokens × tokens; never looked at, only computed from.
struct KeptProducts {
    std::shared_ptr<Real[]> products; // see KeptScores; written only where it is not shared
    Matrix query, key;                // whose products they are
    std::vector<Index> query_columns, key_columns; // in which Q and K may differ from those
};

/// What scores, scaled and masked scores and weights are derived from, cell by cell, when they are
/// looked at; with Q, K and V of the trace.
struct LargeHead {
    Real scale = 1;
    Real temperature = 1;
    Mask mask;
    std::vector<Real> largest; // per query: about its largest open scaled score
    std::vector<Real> sum;     // per query: Σ e^(scaled − largest) over the open keys
    std::vector<Real> peak;    // the most that the sum has been since the row was made again
    std::vector<Real> packed_key, packed_value; // see kernels.h
    bool is_key_packed = false;                 // else the keys changed since
    bool is_value_packed = false;
    std::array<Real, 2> reach{};  // bounds of the numbers of all queries and of all keys
    std::vector<Real> value_size; // per key: its largest |V|
    Real value_peak = 0;          // the largest |V| since all rows were made again
    Index next_refresh = 0;       // the row that the next change makes again
    KeptProducts kept;
    Matrix mixed_inputs; // d_model × tokens, (weights · X)ᵀ: made when W_V is first changed
    Matrix inputs;       // d_model × tokens, Xᵀ: needed with them only

    bool is_used() const { return !sum.empty(); }
};

/// What every score is multiplied by to become a scaled score. One expression for all who scale:
/// score / scale / temperature may differ from it in the last place.
inline Real scaling(const LargeHead& head) {
    return 1 / head.scale / head.temperature;
}

} // namespace attn
