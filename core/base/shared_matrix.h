// SPDX-License-Identifier: MIT
// An immutable matrix that copies by sharing, so that keeping a thousand documents is cheap.
#pragma once

#include "core/base/matrix.h"

#include <cstring>
#include <memory>
#include <utility>

namespace attn {

/// A value: copies share their storage and nobody can change it.
/// Equality is bitwise and safe for any shapes: NaN equals the same NaN, 0 differs from −0. Eigen's
/// own == aborts when shapes differ.
template <class Grid>
class Shared {
public:
    Shared() : grid_(std::make_shared<const Grid>(0, 0)) {}
    Shared(Grid grid) : grid_(std::make_shared<const Grid>(std::move(grid))) {}
    template <class Expression>
    Shared(const Eigen::DenseBase<Expression>& expression)
        : grid_(std::make_shared<const Grid>(expression)) {}

    const Grid& operator*() const { return *grid_; }
    const Grid* operator->() const { return grid_.get(); }
    Index rows() const { return grid_->rows(); }
    Index cols() const { return grid_->cols(); }

    /// Whether both are the very same storage: a fast sufficient test for equality.
    bool is_same(const Shared& other) const { return grid_ == other.grid_; }

    friend bool operator==(const Shared& a, const Shared& b) {
        if (a.grid_ == b.grid_)
            return true;
        if (a.rows() != b.rows() || a.cols() != b.cols())
            return false;
        const auto bytes =
            static_cast<std::size_t>(a.grid_->size()) * sizeof(typename Grid::Scalar);
        return bytes == 0 || std::memcmp(a.grid_->data(), b.grid_->data(), bytes) == 0;
    }

private:
    std::shared_ptr<const Grid> grid_;
};

using SharedMatrix = Shared<Matrix>;
using SharedFlags = Shared<Flags>;

} // namespace attn
