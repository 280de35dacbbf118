// SPDX-License-Identifier: MIT
// The cells of one matrix of the calculation: stored, or computed on demand.
#pragma once

#include "core/engine/pass/attention.h"

#include <cmath>

namespace attn {

/// Reads like a matrix. Holds only references to the matrix, the factors or the trace.
class Cells {
public:
    Cells() = default;
    Cells(const Matrix& held) : held_(&held) {}
    /// The rows of a matrix, each multiplied by its factor.
    Cells(const Matrix& held, const Vector& factors) : held_(&held), factors_(factors.data()) {}
    /// A computed stage of a head; not for the weighted values.
    Cells(const HeadTrace& trace, Stage stage);

    Index rows() const { return held_ ? held_->rows() : trace_ ? (*trace_)[Stage::Q].rows() : 0; }
    Index cols() const { return held_ ? held_->cols() : trace_ ? (*trace_)[Stage::K].rows() : 0; }
    Index size() const { return rows() * cols(); }
    Real operator()(Index row, Index column) const {
        if (!held_)
            return derived(row, column);
        return factors_ ? factors_[row] * (*held_)(row, column) : (*held_)(row, column);
    }
    Vector row(Index row) const;
    Matrix matrix() const;

    /// Whether no matrix is stored: each cell is computed when it is read.
    bool is_derived() const { return !held_ && trace_; }
    /// The matrix if it is stored, else null; `derived_from` is the head if cells are computed from
    /// it.
    const Matrix* held() const { return factors_ ? nullptr : held_; }
    /// The matrix whose rows the cells are, before any factors; null for derived cells.
    const Matrix* rows_held() const { return held_; }
    const Real* factors() const { return factors_; }
    const HeadTrace* derived_from() const { return held_ ? nullptr : trace_; }
    Stage stage() const { return stage_; }

private:
    Real derived(Index row, Index column) const;

    const Matrix* held_ = nullptr;
    const Real* factors_ = nullptr;
    const HeadTrace* trace_ = nullptr;
    Stage stage_ = Stage::X;
};

/// Computes and stores the tokens × tokens matrices that are otherwise computed on demand.
void hold_all(HeadTrace& trace);

// What is known about the matrices that a large head does not store; for code that draws or sums
// them.

/// Whether the head's scores, scaled and masked scores and weights are computed on demand. The
/// other functions here take the cells of such a stage.
inline bool is_derived(const HeadTrace& trace) {
    return trace.large.is_used();
}

/// Returns the factor that turns a score into a scaled score.
inline Real scaling(const Cells& cells) {
    return scaling(cells.derived_from()->large);
}

/// Returns an upper bound of |score| in a derived head.
inline Real largest_score(const Cells& cells) {
    const HeadTrace& head = *cells.derived_from();
    return static_cast<Real>(head[Stage::Q].cols()) * head.large.reach[0] * head.large.reach[1];
}

/// Whether some cells of a derived head may be blocked.
inline bool is_masked(const Cells& cells) {
    return cells.derived_from()->large.mask.kind != Mask::Kind::None;
}

/// Whether every key is blocked for a query of a derived head.
inline bool has_no_key(const Cells& cells, Index query) {
    return cells.derived_from()->no_key[static_cast<std::size_t>(query)];
}

/// Whether the sum of a query's powers in a derived head is finite and above 0, so that it can be
/// divided by.
inline bool has_sum(const Cells& cells, Index query) {
    const Real sum = cells.derived_from()->large.sum[static_cast<std::size_t>(query)];
    return sum > 0 && std::isfinite(sum);
}

/// Returns the logarithm of the divisor of a query's powers: weight = e^(scaled score − this).
inline Real log_sum(const Cells& cells, Index query) {
    const LargeHead& head = cells.derived_from()->large;
    const auto at = static_cast<std::size_t>(query);
    return head.largest[at] + std::log(head.sum[at]);
}

} // namespace attn
