// SPDX-License-Identifier: MIT
#include "core/figure/row_ranges.h"

#include "core/engine/kernels.h"
#include "core/engine/parallel.h"

#include <algorithm>
#include <limits>

namespace attn::figure {
namespace {

std::optional<LowHigh> ends_of(const Real* numbers, Index count) {
    LowHigh ends;
    if (!kernels().find_ends(numbers, count, &ends.first, &ends.second))
        return std::nullopt;
    return ends;
}

/// The range of rows whose ends are known.
std::optional<LowHigh> range_of_ends(const Vector& low, const Vector& high) {
    const auto lows = finite_range(low.data(), low.size());
    const auto highs = finite_range(high.data(), high.size());
    if (!lows || !highs)
        return std::nullopt;
    return LowHigh{lows->first, highs->second};
}

} // namespace

std::optional<LowHigh> finite_range(const Real* numbers, Index count) {
    constexpr Index block = 8192;
    constexpr Real moved = 4; // reading a number takes as long as so many multiplications
    if (count <= block)
        return ends_of(numbers, count);
    std::vector<std::optional<LowHigh>> found(
        static_cast<std::size_t>((count + block - 1) / block));
    for_blocks(count, block, moved * static_cast<Real>(count), [&](Index first, Index last) {
        found[static_cast<std::size_t>(first / block)] = ends_of(numbers + first, last - first);
    });
    std::optional<LowHigh> all = found.front();
    for (const auto& ends : found) {
        if (!ends)
            return std::nullopt;
        *all = {std::min(all->first, ends->first), std::max(all->second, ends->second)};
    }
    return all;
}

std::optional<LowHigh> RowRanges::follow(const Matrix& matrix, const Stale& stale) {
    constexpr Real none = std::numeric_limits<Real>::quiet_NaN();
    const auto make = [&](Index row) {
        const auto ends = finite_range(matrix.data() + row * matrix.cols(), matrix.cols());
        low_(row) = ends ? ends->first : none;
        high_(row) = ends ? ends->second : none;
    };
    if (stale.is_all || low_.size() != matrix.rows()) {
        low_.resize(matrix.rows());
        high_.resize(matrix.rows());
        for (Index row = 0; row < matrix.rows(); ++row)
            make(row);
    } else {
        for (const Index row : stale.words)
            make(row);
    }
    return range_of_ends(low_, high_);
}

std::optional<LowHigh> RowRanges::times(const Vector& factors) const {
    // Rounding keeps the order: the ends of a row give the ends of its products.
    const Vector a = low_.cwiseProduct(factors), b = high_.cwiseProduct(factors);
    return range_of_ends(a.cwiseMin(b), a.cwiseMax(b));
}

} // namespace attn::figure
