// SPDX-License-Identifier: MIT
// Sums of rows in plain order. Each addition waits for the one before it, so that several rows are
// added at once.
#pragma once

#include "core/base/matrix.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace attn {

/// The sum of each row of rows × columns numbers, from its first number on.
inline void add_rows(const Real* numbers, Index rows, Index columns, Real* sums) {
    constexpr std::size_t at_once = 4;
    Index row = 0;
    for (; row + static_cast<Index>(at_once) <= rows; row += static_cast<Index>(at_once)) {
        std::array<Real, at_once> own{};
        const Real* const from = numbers + row * columns;
        for (Index column = 0; column < columns; ++column)
            for (std::size_t each = 0; each < at_once; ++each)
                own[each] += from[static_cast<Index>(each) * columns + column];
        std::copy(own.begin(), own.end(), sums + row);
    }
    for (; row < rows; ++row) {
        Real sum = 0;
        for (Index column = 0; column < columns; ++column)
            sum += numbers[row * columns + column];
        sums[row] = sum;
    }
}

} // namespace attn
