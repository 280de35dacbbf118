// SPDX-License-Identifier: MIT
#include "core/figure/row_ranges.h"

#include <algorithm>
#include <array>

namespace attn::figure {

std::optional<LowHigh> finite_range(const Real* numbers, Index count) {
    constexpr Index width = 8; // numbers side by side, for the processor's vectors
    std::array<Real, width> low, high, nothing;
    low.fill(numbers[0]);
    high.fill(numbers[0]);
    nothing.fill(0);
    const Index whole = count / width * width;
    for (Index at = 0; at < whole; at += width)
        for (Index one = 0; one < width; ++one) {
            const auto lane = static_cast<std::size_t>(one);
            const Real value = numbers[at + one];
            low[lane] = std::min(low[lane], value);
            high[lane] = std::max(high[lane], value);
            nothing[lane] += value * 0; // NaN for what is not finite
        }
    for (Index at = whole; at < count; ++at) {
        low[0] = std::min(low[0], numbers[at]);
        high[0] = std::max(high[0], numbers[at]);
        nothing[0] += numbers[at] * 0;
    }
    for (const Real sum : nothing)
        if (!(sum == 0))
            return std::nullopt;
    return LowHigh{*std::min_element(low.begin(), low.end()),
                   *std::max_element(high.begin(), high.end())};
}

std::optional<LowHigh> RowRanges::follow(const Matrix& matrix, const Stale& stale) {
    const auto make = [&](Index row) {
        rows_[static_cast<std::size_t>(row)] =
            finite_range(matrix.data() + row * matrix.cols(), matrix.cols());
    };
    if (stale.is_all || static_cast<Index>(rows_.size()) != matrix.rows()) {
        rows_.resize(static_cast<std::size_t>(matrix.rows()));
        for (Index row = 0; row < matrix.rows(); ++row)
            make(row);
    } else {
        for (const Index row : stale.words)
            make(row);
    }
    std::optional<LowHigh> all;
    for (const auto& row : rows_) {
        if (!row)
            return std::nullopt;
        all = all ? LowHigh{std::min(all->first, row->first), std::max(all->second, row->second)}
                  : *row;
    }
    return all;
}

} // namespace attn::figure
