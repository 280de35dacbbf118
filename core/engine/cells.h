// SPDX-License-Identifier: MIT
// The cells of one matrix of the calculation: stored, or computed on demand.
#pragma once

#include "core/engine/attention.h"

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

} // namespace attn
