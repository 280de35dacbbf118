// SPDX-License-Identifier: MIT
// Sums rows in plain order. Each addition waits for the one before it, so several rows are added at
// once.
#pragma once

#include "core/base/matrix.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>

namespace attn {

template <std::size_t at_once, class Of>
void add_rows_from(Index row, const Real* numbers, Index rows, Index columns, Real* sums,
                   const Of& of) {
    constexpr auto count = static_cast<Index>(at_once);
    for (; row + count <= rows; row += count) {
        std::array<Real, at_once> own{};
        const Real* const from = numbers + row * columns;
        for (Index column = 0; column < columns; ++column)
            for (std::size_t each = 0; each < at_once; ++each)
                own[each] += of(from[static_cast<Index>(each) * columns + column]);
        std::copy(own.begin(), own.end(), sums + row);
    }
    if constexpr (at_once > 1)
        if (row < rows)
            add_rows_from<at_once - 1>(row, numbers, rows, columns, sums, of);
}

/// Sums each row of rows × columns numbers from its first number on; `of` is applied to each number
/// first.
template <class Of = std::identity>
void add_rows(const Real* numbers, Index rows, Index columns, Real* sums, const Of& of = {}) {
    add_rows_from<8>(0, numbers, rows, columns, sums, of);
}

} // namespace attn
