// SPDX-License-Identifier: MIT
// Keeps the products of queries and keys while a few columns of Q and K change.
#pragma once

#include "core/engine/attention.h"
#include "core/engine/kernels.h"

#include <vector>

namespace attn {

/// Decides how the next pass uses the products kept in the trace. Q Kᵀ = Q₀ K₀ᵀ, which is kept,
/// plus (Q − Q₀) Kᵀ + Q₀ (K − K₀)ᵀ, which is nonzero only in the changed columns.
class KeptColumns {
public:
    static constexpr std::size_t most = 4; // columns; with more, multiplying everything is as fast
    static constexpr Index most_cells = Index(1) << 25; // tokens × tokens: 256 MiB

    /// `query_columns` and `key_columns`: the columns of Q and K about to change.
    KeptColumns(HeadTrace& trace, const std::vector<Index>& query_columns,
                const std::vector<Index>& key_columns);
    KeptColumns(const KeptColumns&) = delete;

    /// Call this once the trace has the new Q and K. If no suitable products are kept, makes room
    /// for them. The result refers to this object and the trace.
    KeptScores scores();

private:
    bool fits() const;
    bool is_small() const;
    void find_factors();

    HeadTrace& trace_;
    std::vector<Real> packed_right_;
    Matrix left_;
};

} // namespace attn
