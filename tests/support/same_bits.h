// SPDX-License-Identifier: MIT
// Compares numbers bit for bit.
#pragma once

#include "core/base/matrix.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace attn::test {

/// Whether two matrices have the same shape and bits, NaN included.
inline bool is_same(const Matrix& a, const Matrix& b) {
    return a.rows() == b.rows() && a.cols() == b.cols() &&
           std::memcmp(a.data(), b.data(), static_cast<std::size_t>(a.size()) * sizeof(Real)) == 0;
}

/// Whether two numbers have the same bits, or both are NaN of any bits.
inline bool is_same(Real a, Real b) {
    return std::isnan(a) ? std::isnan(b)
                         : std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

} // namespace attn::test
