// SPDX-License-Identifier: MIT
// An immutable matrix that copies by sharing, so that keeping a thousand documents is cheap.
#pragma once

#include "core/base/matrix.h"

#include <cassert>
#include <cstring>
#include <memory>
#include <optional>
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
    /// Equal to `from` but in one row, which nobody needs to look for then.
    Shared(Grid grid, const Shared& from, Index row)
        : grid_(std::make_shared<const Grid>(std::move(grid))), row_(row) {
        origin_ = from.row_ == row ? from.origin_ : from.grid_;
        assert(grid_->rows() == from.rows() && grid_->cols() == from.cols() && row >= 0 &&
               row < grid_->rows() && "only numbers of one row changed");
    }
    template <class Expression>
    Shared(const Eigen::DenseBase<Expression>& expression)
        : grid_(std::make_shared<const Grid>(expression)) {}

    const Grid& operator*() const { return *grid_; }
    const Grid* operator->() const { return grid_.get(); }
    Index rows() const { return grid_->rows(); }
    Index cols() const { return grid_->cols(); }

    /// Whether both are the very same storage: a fast sufficient test for equality.
    bool is_same(const Shared& other) const { return grid_ == other.grid_; }

    /// The only row in which the two can differ, if one of them was made from the other by changes
    /// of that row, or both so from a third.
    std::optional<Index> only_difference(const Shared& other) const {
        if (row_ >= 0 && are_same(origin_, other.grid_))
            return row_;
        if (other.row_ >= 0 && are_same(other.origin_, grid_))
            return other.row_;
        const bool are_siblings = row_ >= 0 && row_ == other.row_;
        return are_siblings && are_same(origin_, other.origin_) ? std::optional(row_)
                                                                : std::nullopt;
    }

    friend bool operator==(const Shared& a, const Shared& b) {
        if (a.grid_ == b.grid_)
            return true;
        if (a.rows() != b.rows() || a.cols() != b.cols())
            return false;
        const auto row = a.only_difference(b);
        const Index first = row ? *row * a.cols() : 0;
        const Index count = row ? a.cols() : a.grid_->size();
        const auto bytes = static_cast<std::size_t>(count) * sizeof(typename Grid::Scalar);
        return bytes == 0 ||
               std::memcmp(a.grid_->data() + first, b.grid_->data() + first, bytes) == 0;
    }

private:
    template <class Other>
    static bool are_same(const std::weak_ptr<const Grid>& origin, const Other& other) {
        return !origin.owner_before(other) && !other.owner_before(origin);
    }

    std::shared_ptr<const Grid> grid_;
    std::weak_ptr<const Grid> origin_; // what it was made from by changes of `row_` only
    Index row_ = -1;
};

using SharedMatrix = Shared<Matrix>;
using SharedFlags = Shared<Flags>;

} // namespace attn
