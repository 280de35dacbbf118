// SPDX-License-Identifier: MIT
// The kernels of small matrices: every sum in order, nothing fused, the same digits everywhere.
#pragma once

#include "core/engine/pack.h"

namespace attn {
namespace {

/// Columns `column` … of one to four rows of the product, `packs` registers wide.
template <int rows, int packs>
void exact_tile(const double* a, std::ptrdiff_t a_stride, const double* b, std::ptrdiff_t b_stride,
                double* c, std::ptrdiff_t c_stride, std::ptrdiff_t depth) {
    Pack sums[rows][packs] = {};
    for (std::ptrdiff_t k = 0; k < depth; ++k) {
        Pack factors[packs];
        for (int p = 0; p < packs; ++p)
            factors[p] = load(b + k * b_stride + p * lanes);
        for (int r = 0; r < rows; ++r)
            for (int p = 0; p < packs; ++p)
                sums[r][p] += a[r * a_stride + k] * factors[p];
    }
    for (int r = 0; r < rows; ++r)
        for (int p = 0; p < packs; ++p)
            store(c + r * c_stride + p * lanes, sums[r][p]);
}

template <int rows>
void exact_rows(const double* a, std::ptrdiff_t a_stride, const double* b, std::ptrdiff_t b_stride,
                double* c, std::ptrdiff_t c_stride, std::ptrdiff_t depth, std::ptrdiff_t columns) {
    std::ptrdiff_t column = 0;
    for (; column + 4 * lanes <= columns; column += 4 * lanes)
        exact_tile<rows, 4>(a, a_stride, b + column, b_stride, c + column, c_stride, depth);
    for (; column + lanes <= columns; column += lanes)
        exact_tile<rows, 1>(a, a_stride, b + column, b_stride, c + column, c_stride, depth);
    for (; column < columns; ++column)
        for (int r = 0; r < rows; ++r) {
            double sum = 0;
            for (std::ptrdiff_t k = 0; k < depth; ++k)
                sum += a[r * a_stride + k] * b[k * b_stride + column];
            c[r * c_stride + column] = sum;
        }
}

void exact_product(const double* a, std::ptrdiff_t a_stride, const double* b,
                   std::ptrdiff_t b_stride, double* c, std::ptrdiff_t c_stride, std::ptrdiff_t rows,
                   std::ptrdiff_t depth, std::ptrdiff_t columns) {
    constexpr int at_once = lanes >= 8 ? 5 : 3; // rows whose sums fit into the registers
    std::ptrdiff_t row = 0;
    for (; row + at_once <= rows; row += at_once)
        exact_rows<at_once>(a + row * a_stride, a_stride, b, b_stride, c + row * c_stride, c_stride,
                            depth, columns);
    for (; row < rows; ++row)
        exact_rows<1>(a + row * a_stride, a_stride, b, b_stride, c + row * c_stride, c_stride,
                      depth, columns);
}

/// e^x for every double: what overflows is infinite, what is below the smallest double is 0.
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

/// The kernels of small matrices, as this unit's lanes make them.
void add_exact(Kernels& set) {
    set.exact_product = exact_product;
    set.exact_exponentials = exact_exponentials;
}

} // namespace
} // namespace attn
