// SPDX-License-Identifier: MIT
// The value that stands for a covered number wherever numbers are shown: a NaN with a mark of its
// own, so that whatever is computed from it is covered as well. It is written "?".
#pragma once

#include "core/base/matrix.h"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace attn {

namespace covered_detail {
constexpr std::uint64_t bits = 0x7FF8'0043'6F76'7264, sign = std::uint64_t{1} << 63;
} // namespace covered_detail

constexpr Real covered_number = std::bit_cast<Real>(covered_detail::bits);

/// True for the covered number with either sign; its sums, products and absolute values are
/// covered.
constexpr bool is_covered(Real value) {
    return (std::bit_cast<std::uint64_t>(value) & ~covered_detail::sign) == covered_detail::bits;
}

/// Whether any of the numbers is covered. Their largest and their sum are unknown then.
template <class Numbers>
bool has_covered(const Numbers& numbers) {
    return std::any_of(numbers.begin(), numbers.end(),
                       [](Real number) { return is_covered(number); });
}

} // namespace attn
