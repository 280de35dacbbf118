// SPDX-License-Identifier: MIT
// Products of queries and keys kept over changes of a few columns of Q and K.
#pragma once

#include "core/engine/attention.h"
#include "core/engine/kernels.h"

#include <vector>

namespace attn {

/// What the next pass does with the products that the trace keeps: Q Kᵀ is Q₀ K₀ᵀ, which is held,
/// plus (Q − Q₀) Kᵀ + Q₀ (K − K₀)ᵀ, in which only columns that changed are not zero.
class KeptColumns {
public:
    static constexpr std::size_t most = 4; // columns; more and multiplying everything is as fast
    static constexpr Index most_cells = Index(1) << 25; // tokens × tokens: 256 MiB

    /// The columns of Q and K that are about to change.
    KeptColumns(HeadTrace& trace, const std::vector<Index>& query_columns,
                const std::vector<Index>& key_columns);
    KeptColumns(const KeptColumns&) = delete;

    /// For when the trace has the new Q and K. Where nothing fitting is held it gets room for the
    /// products. Refers to this object and the trace.
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
