// SPDX-License-Identifier: MIT
// An immutable matrix that copies by sharing, so that keeping a thousand documents is cheap.
#pragma once

#include "core/base/covered.h"
#include "core/base/matrix.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstring>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

namespace attn {

/// An immutable value whose copies share their storage.
/// Equality compares the numbers as they are written and accepts any shapes: every NaN equals every
/// other, with either sign (x86 computes 0 × ∞ as a negative one, a file holds "NaN"), but a
/// covered number equals only covered numbers; 0 differs from −0. Eigen's own == aborts if the
/// shapes differ.
template <class Grid>
class Shared {
public:
    Shared() : grid_(std::make_shared<const Grid>(0, 0)) {}
    Shared(Grid grid) : grid_(std::make_shared<const Grid>(std::move(grid))) {}
    /// Takes numbers that equal `from` except in one row, so that only_difference() knows the row
    /// without a search.
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

    /// Whether both share the same storage: a fast test that is sufficient for equality.
    bool is_same(const Shared& other) const { return grid_ == other.grid_; }

    /// The only row in which the two can differ, if one was made from the other, or both from a
    /// third, by changing that row.
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
        const auto* const ours = a.grid_->data() + first;
        const auto* const theirs = b.grid_->data() + first;
        return bytes == 0 || std::memcmp(ours, theirs, bytes) == 0 ||
               std::equal(ours, ours + count, theirs, [](const auto& one, const auto& other) {
                   return is_written_alike(one, other);
               });
    }

private:
    template <class Scalar>
    static bool is_written_alike(const Scalar& a, const Scalar& b) {
        if constexpr (std::is_floating_point_v<Scalar>)
            if (std::isnan(a) && std::isnan(b))
                return is_covered(a) == is_covered(b);
        return std::memcmp(&a, &b, sizeof(Scalar)) == 0;
    }

    template <class Other>
    static bool are_same(const std::weak_ptr<const Grid>& origin, const Other& other) {
        return !origin.owner_before(other) && !other.owner_before(origin);
    }

    std::shared_ptr<const Grid> grid_;
    std::weak_ptr<const Grid> origin_; // the matrix it was made from by changing only `row_`
    Index row_ = -1;
};

using SharedMatrix = Shared<Matrix>;
using SharedFlags = Shared<Flags>;

} // namespace attn
