// SPDX-License-Identifier: MIT
// Kernels for small matrices: sums in order, nothing fused, the same digits everywhere.
#pragma once

#include "core/engine/kernels/pack.h"

namespace attn {
namespace {

template <class Lanes>
Lanes lanes_at(const double* from) {
    Lanes some;
    __builtin_memcpy(&some, from, sizeof some);
    return some;
}

/// Takes `some` by value: numbers in registers then need no memory first.
template <class Lanes>
void put_lanes(double* to, Lanes some) {
    __builtin_memcpy(to, &some, sizeof some);
}

// as many as keep their sums in registers, beside factors and a product
constexpr int exact_rows_at_once = lanes >= 8 ? 5 : 6;
constexpr int exact_packs_at_once = lanes >= 8 ? 4 : 2;

/// Multiplies `packs` columns of registers with some rows.
template <class Lanes, int rows, int packs>
void exact_tile(const double* a, std::ptrdiff_t a_stride, const double* b, std::ptrdiff_t b_stride,
                double* c, std::ptrdiff_t c_stride, std::ptrdiff_t depth) {
    constexpr auto width = static_cast<std::ptrdiff_t>(sizeof(Lanes) / sizeof(double));
    Lanes sums[rows][packs] = {};
    for (std::ptrdiff_t k = 0; k < depth; ++k) {
        Lanes factors[packs];
        for (int p = 0; p < packs; ++p)
            factors[p] = lanes_at<Lanes>(b + k * b_stride + p * width);
        for (int r = 0; r < rows; ++r)
            for (int p = 0; p < packs; ++p)
                sums[r][p] += a[r * a_stride + k] * factors[p];
    }
    for (int r = 0; r < rows; ++r)
        for (int p = 0; p < packs; ++p)
            put_lanes(c + r * c_stride + p * width, sums[r][p]);
}

/// Not inlined: with all row counts in one function, each would spill its registers.
template <int rows>
[[gnu::noinline]] void exact_rows(const double* a, std::ptrdiff_t a_stride, const double* b,
                                  std::ptrdiff_t b_stride, double* c, std::ptrdiff_t c_stride,
                                  std::ptrdiff_t depth, std::ptrdiff_t columns) {
    std::ptrdiff_t column = 0;
    for (; column + exact_packs_at_once * lanes <= columns; column += exact_packs_at_once * lanes)
        exact_tile<Pack, rows, exact_packs_at_once>(a, a_stride, b + column, b_stride, c + column,
                                                    c_stride, depth);
    if constexpr (exact_packs_at_once > 2)
        for (; column + 2 * lanes <= columns; column += 2 * lanes)
            exact_tile<Pack, rows, 2>(a, a_stride, b + column, b_stride, c + column, c_stride,
                                      depth);
    for (; column + lanes <= columns; column += lanes)
        exact_tile<Pack, rows, 1>(a, a_stride, b + column, b_stride, c + column, c_stride, depth);
    // The remaining columns fill no register: use narrower ones.
    if constexpr (lanes > 4)
        for (; column + 4 <= columns; column += 4)
            exact_tile<Four, rows, 1>(a, a_stride, b + column, b_stride, c + column, c_stride,
                                      depth);
    if constexpr (lanes > 2)
        for (; column + 2 <= columns; column += 2)
            exact_tile<Two, rows, 1>(a, a_stride, b + column, b_stride, c + column, c_stride,
                                     depth);
    for (; column < columns; ++column)
        exact_tile<double, rows, 1>(a, a_stride, b + column, b_stride, c + column, c_stride, depth);
}

/// Computes `at_once` rows at a time, then fewer.
template <int at_once>
void exact_product_from(std::ptrdiff_t row, const double* a, std::ptrdiff_t a_stride,
                        const double* b, std::ptrdiff_t b_stride, double* c,
                        std::ptrdiff_t c_stride, std::ptrdiff_t rows, std::ptrdiff_t depth,
                        std::ptrdiff_t columns) {
    for (; row + at_once <= rows; row += at_once)
        exact_rows<at_once>(a + row * a_stride, a_stride, b, b_stride, c + row * c_stride, c_stride,
                            depth, columns);
    if constexpr (at_once > 1)
        exact_product_from<at_once - 1>(row, a, a_stride, b, b_stride, c, c_stride, rows, depth,
                                        columns);
}

void exact_product(const double* a, std::ptrdiff_t a_stride, const double* b,
                   std::ptrdiff_t b_stride, double* c, std::ptrdiff_t c_stride, std::ptrdiff_t rows,
                   std::ptrdiff_t depth, std::ptrdiff_t columns) {
    exact_product_from<exact_rows_at_once>(0, a, a_stride, b, b_stride, c, c_stride, rows, depth,
                                           columns);
}

/// Computes e^x for every double: overflow gives infinity, results below the smallest double give
/// 0.
Pack exact_exponential(Pack x) {
    constexpr double least = -746, most = 710;
    x = x < all(least) ? all(least) : x;
    x = x > all(most) ? all(most) : x;
    const Pack rounded = x * all(log2_e) + all(round_to_integer);
    const Bits exponent =
        reinterpret_cast<Bits>(rounded) - reinterpret_cast<Bits>(all(round_to_integer));
    const Pack n = rounded - all(round_to_integer);
    const Pack r = (x - n * all(ln2_high)) - n * all(ln2_low);
    // Two factors, as one power of 2 could be too large or too small to be a double.
    const Bits half = exponent >> 1;
    const Pack first = reinterpret_cast<Pack>((half + 1023) << 52);
    const Pack second = reinterpret_cast<Pack>((exponent - half + 1023) << 52);
    return small_exponential(r) * first * second;
}

void exact_exponentials(const double* from, double shift, double* to, std::ptrdiff_t count) {
    std::ptrdiff_t at = 0;
    for (; at + lanes <= count; at += lanes)
        store(to + at, exact_exponential(load(from + at) - all(shift)));
    if (at == count)
        return;
    double rest[lanes] = {};
    for (std::ptrdiff_t i = at; i < count; ++i)
        rest[i - at] = from[i] - shift;
    store(rest, exact_exponential(load(rest)));
    for (std::ptrdiff_t i = at; i < count; ++i)
        to[i] = rest[i - at];
}

void divide(const double* from, double by, double* to, std::ptrdiff_t count) {
    std::ptrdiff_t at = 0;
    for (; at + lanes <= count; at += lanes)
        store(to + at, load(from + at) / all(by));
    for (; at < count; ++at)
        to[at] = from[at] / by;
}

/// Returns the larger number; a NaN wins.
template <class Number>
Number larger(Number largest, Number number) {
    return ((number > largest) | (number != number)) ? number : largest;
}

double find_largest(const double* from, std::ptrdiff_t count) {
    double largest = -__builtin_inf();
    std::ptrdiff_t at = 0;
    if (count >= lanes) {
        constexpr int chains = 4; // independent of each other
        Pack found[chains];
        for (Pack& one : found)
            one = all(largest);
        for (; at + chains * lanes <= count; at += chains * lanes)
            for (int chain = 0; chain < chains; ++chain)
                found[chain] = larger(found[chain], load(from + at + chain * lanes));
        for (; at + lanes <= count; at += lanes)
            found[0] = larger(found[0], load(from + at));
        found[0] = larger(larger(found[0], found[1]), larger(found[2], found[3]));
        for (int lane = 0; lane < lanes; ++lane)
            largest = larger(largest, found[0][lane]);
    }
    for (; at < count; ++at)
        largest = larger(largest, from[at]);
    return largest;
}

void widen(const double* from, double by, double* low, double* high, std::ptrdiff_t count) {
    std::ptrdiff_t at = 0;
    for (; at + lanes <= count; at += lanes) {
        const Pack number = load(from + at) * all(by);
        const Pack least = load(low + at), most = load(high + at);
        store(low + at, number < least ? number : least);
        store(high + at, number > most ? number : most);
    }
    for (; at < count; ++at) {
        const double number = from[at] * by;
        low[at] = number < low[at] ? number : low[at];
        high[at] = number > high[at] ? number : high[at];
    }
}

bool find_ends(const double* from, std::ptrdiff_t count, double* low, double* high) {
    constexpr int chains = 4; // independent of each other
    Pack least[chains], most[chains], nothing[chains];
    for (int chain = 0; chain < chains; ++chain) {
        least[chain] = most[chain] = all(from[0]);
        nothing[chain] = Pack{};
    }
    std::ptrdiff_t at = 0;
    for (; at + chains * lanes <= count; at += chains * lanes)
        for (int chain = 0; chain < chains; ++chain) {
            const Pack number = load(from + at + chain * lanes);
            least[chain] = number < least[chain] ? number : least[chain];
            most[chain] = number > most[chain] ? number : most[chain];
            nothing[chain] += number * all(0); // NaN if a number is not finite
        }
    double lowest = from[0], highest = from[0], none = 0;
    for (int chain = 0; chain < chains; ++chain)
        for (int lane = 0; lane < lanes; ++lane) {
            lowest = least[chain][lane] < lowest ? least[chain][lane] : lowest;
            highest = most[chain][lane] > highest ? most[chain][lane] : highest;
            none += nothing[chain][lane];
        }
    for (; at < count; ++at) {
        lowest = from[at] < lowest ? from[at] : lowest;
        highest = from[at] > highest ? from[at] : highest;
        none += from[at] * 0;
    }
    *low = lowest;
    *high = highest;
    return none == 0;
}

void find_most(const float* rows, const float* less, std::ptrdiff_t count, float* most) {
    using Floats [[gnu::vector_size(lanes * sizeof(double))]] = float;
    constexpr std::ptrdiff_t width = 2 * lanes, packs = row_lanes / width;
    Floats highest[packs];
    for (Floats& one : highest)
        one = Floats{} - __builtin_inff();
    constexpr std::ptrdiff_t ahead = 32 * row_lanes; // how far ahead the next calls read
    for (std::ptrdiff_t row = 0; row < count; ++row, rows += row_lanes) {
        __builtin_prefetch(rows + ahead);
        for (std::ptrdiff_t pack = 0; pack < packs; ++pack) {
            Floats number;
            __builtin_memcpy(&number, rows + pack * width, sizeof number);
            number -= less[row];
            highest[pack] = number > highest[pack] ? number : highest[pack];
        }
    }
    __builtin_memcpy(most, highest, sizeof highest);
}

/// Adds the kernels of small matrices, and those that only compare, compiled for this unit's lanes.
void add_exact(Kernels& set) {
    set.divide = divide;
    set.find_largest = find_largest;
    set.widen = widen;
    set.find_ends = find_ends;
    set.find_most = find_most;
    set.exact_product = exact_product;
    set.exact_exponentials = exact_exponentials;
}

} // namespace
} // namespace attn
