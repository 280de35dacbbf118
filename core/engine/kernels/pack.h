// SPDX-License-Identifier: MIT
// Numbers side by side in one register, and e to their power; only for the kernel files.
#pragma once

#include <cstddef>
#include <cstdint>

// Each of those files sets `lanes` before it includes this one. Everything is in an unnamed
// namespace: the linker must never take one instruction set's copy of a function for another's.
namespace attn {
namespace {

// g++ does not let a typedef depend on a constant of the attribute's own line, clang does; both
// accept this.
using Pack [[gnu::vector_size(lanes * sizeof(double))]] = double;
using Two [[gnu::vector_size(2 * sizeof(double))]] = double;
using Four [[gnu::vector_size(4 * sizeof(double))]] = double;
using Bits [[gnu::vector_size(lanes * sizeof(double))]] = std::int64_t;
using Words [[gnu::vector_size(lanes * sizeof(double))]] = std::uint64_t; // wrap around

inline Pack load(const double* from) {
    Pack pack;
    __builtin_memcpy(&pack, from, sizeof pack);
    return pack;
}

inline void store(double* to, Pack pack) {
    __builtin_memcpy(to, &pack, sizeof pack);
}

inline Pack all(double number) {
    return number - Pack{};
}

/// Returns the number, rounded: a multiplication that made it is not fused with what follows. Use
/// it if another loop computes the same number again and must get the same digits.
template <class Number>
inline Number rounded(Number number) {
#ifdef __x86_64__
    asm("" : "+x"(number));
#elif defined(__aarch64__)
    asm("" : "+w"(number));
#else
    asm("" : "+m"(number));
#endif
    return number;
}

constexpr double log2_e = 1.4426950408889634074;
// ln 2 in two parts; the first ends in enough zeros that its product with any exponent is exact.
constexpr double ln2_high = 6.93147180369123816490e-01;
constexpr double ln2_low = 1.90821492927058770002e-10;
constexpr double round_to_integer = 6755399441055744.0; // 1.5 · 2^52: adding it rounds

/// Computes e^r for |r| ≤ ln 2 / 2: the series up to r^13; the rest is below 5e-18.
inline Pack small_exponential(Pack r) {
    constexpr double series[] = {1.0 / 6227020800, 1.0 / 479001600, 1.0 / 39916800, 1.0 / 3628800,
                                 1.0 / 362880,     1.0 / 40320,     1.0 / 5040,     1.0 / 720,
                                 1.0 / 120,        1.0 / 24,        1.0 / 6,        0.5};
    Pack sum = all(series[0]);
#pragma GCC unroll 11
    for (int at = 1; at < 12; ++at)
        sum = sum * r + all(series[at]);
    return (sum * r) * r + r + all(1);
}

} // namespace
} // namespace attn
