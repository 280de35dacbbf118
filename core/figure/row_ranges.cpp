// SPDX-License-Identifier: MIT
#include "core/figure/row_ranges.h"

#include "core/engine/kernels.h"

#include <algorithm>

namespace attn::figure {

std::optional<LowHigh> finite_range(const Real* numbers, Index count) {
    LowHigh ends;
    if (!kernels().find_ends(numbers, count, &ends.first, &ends.second))
        return std::nullopt;
    return ends;
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
