// SPDX-License-Identifier: MIT
// What stands for a number that is covered, wherever numbers are shown. It is a NaN with a mark of
// its own, so that whatever is made from it is covered as well; it is written "?".
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

/// Sums, products and absolute values of the covered number are covered.
constexpr bool is_covered(Real value) {
    return (std::bit_cast<std::uint64_t>(value) & ~covered_detail::sign) == covered_detail::bits;
}

/// Which of the numbers is the largest, and what they sum to, cannot be told then.
template <class Numbers>
bool has_covered(const Numbers& numbers) {
    return std::any_of(numbers.begin(), numbers.end(),
                       [](Real number) { return is_covered(number); });
}

} // namespace attn
