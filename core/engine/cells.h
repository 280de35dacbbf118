// SPDX-License-Identifier: MIT
// The cells of one matrix of the calculation: held, or derived when they are looked at.
#pragma once

#include "core/engine/attention.h"

namespace attn {

/// Reads like a matrix. Only refers to the matrix, the factors or the trace.
class Cells {
public:
    Cells() = default;
    Cells(const Matrix& held) : held_(&held) {}
    /// The rows of a matrix, each times one of the factors.
    Cells(const Matrix& held, const Vector& factors) : held_(&held), factors_(factors.data()) {}
    /// One of the computed stages of a head, but not the weighted values.
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

    /// Whether nothing holds them: each is computed when it is looked at.
    bool is_derived() const { return !held_ && trace_; }
    /// The matrix if it is held, the head if the cells are derived from it.
    const Matrix* held() const { return factors_ ? nullptr : held_; }
    /// The matrix if the cells are its rows or its rows times the factors, if there are any.
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

/// Makes every tokens × tokens matrix that is derived one that is held.
void hold_all(HeadTrace& trace);

} // namespace attn
