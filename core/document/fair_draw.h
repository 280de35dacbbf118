// SPDX-License-Identifier: MIT
// Draws one of several, the same on every machine: of the standard library only the generator
// itself is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>

namespace attn {

/// Draws a whole number from 0 up to but not including `count`, all equally likely.
inline std::size_t drawn_below(std::mt19937& words, std::size_t count) {
    const std::uint64_t limit = (std::uint64_t{1} << 32) / count * count;
    std::uint64_t word = words();
    while (word >= limit)
        word = words();
    return static_cast<std::size_t>(word % count);
}

} // namespace attn
