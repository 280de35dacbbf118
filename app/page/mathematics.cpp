// SPDX-License-Identifier: MIT
// C library functions with the results of the desktop program, so that a page has the same numbers.
// WebAssembly's C library rounds sin and cos of one number in thirty, and tanh of one in twenty, to
// the other neighbour. sin and cos are taken from its 113-bit long double versions, which nearly
// always give the nearest double, as glibc does.
//
// tanh follows fdlibm, with the terms added in glibc's order. glibc rounds less on the way if the
// processor has fused multiply-add, which WebAssembly lacks. The notice of fdlibm:
//
// Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved. Developed at SunPro, a Sun
// Microsystems, Inc. business. Permission to use, copy, modify, and distribute this software is
// freely granted, provided that this notice is preserved.
#include <cmath>

namespace {

/// Returns e^x − 1 for 2⁻⁵⁴ ≤ |x| < 44.
double exponential_minus_1(double x) {
    constexpr double ln2_high = 6.93147180369123816490e-01, ln2_low = 1.90821492927058770002e-10;
    constexpr double log2_e = 1.44269504088896338700e+00;
    constexpr double q[] = {-3.33333333333331316428e-02, 1.58730158725481460165e-03,
                            -7.93650757867487942473e-05, 4.00821782732936239552e-06,
                            -2.01099218183624371326e-07};
    // x = k ln 2 + remainder, which is `rest` with the error `lost`.
    int k = 0;
    double rest = x, lost = 0;
    if (std::abs(x) > 0.34657359027997264) {
        k = std::abs(x) < 1.0397207708399179 ? (x > 0 ? 1 : -1)
                                             : static_cast<int>(log2_e * x + (x > 0 ? 0.5 : -0.5));
        const double high = x - k * ln2_high, low = k * ln2_low;
        rest = high - low;
        lost = (high - rest) - low;
    }
    const double half = 0.5 * rest, square = rest * half;
    const double square_2 = square * square, square_4 = square_2 * square_2;
    const double series = (1.0 + square * q[0]) + square_2 * (q[1] + square * q[2]) +
                          square_4 * (q[3] + square * q[4]);
    double t = 3.0 - series * half;
    double e = square * ((series - t) / (6.0 - rest * t));
    if (k == 0)
        return rest - (rest * e - square);
    e = (rest * (e - lost) - lost) - square;
    if (k == -1)
        return 0.5 * (rest - e) - 0.5;
    if (k == 1)
        return rest < -0.25 ? -2.0 * (e - (rest + 0.5)) : 1.0 + 2.0 * (rest - e);
    if (k <= -2 || k > 56)
        return std::ldexp(1.0 - (e - rest), k) - 1.0;
    if (k < 20) {
        t = 1.0 - std::ldexp(1.0, -k);
        return std::ldexp(t - (e - rest), k);
    }
    t = std::ldexp(1.0, -k);
    return std::ldexp((rest - (e + t)) + 1.0, k);
}

} // namespace

extern "C" {

double sin(double x) {
    return static_cast<double>(sinl(x));
}

double cos(double x) {
    return static_cast<double>(cosl(x));
}

double tanh(double x) {
    const double size = std::abs(x);
    if (std::isnan(x) || x == 0)
        return x;
    double result = 1;
    if (size < 0x1p-55) {
        result = size * (1.0 + size);
    } else if (size < 22) {
        const double t = exponential_minus_1(size >= 1 ? 2.0 * size : -2.0 * size);
        result = size >= 1 ? 1.0 - 2.0 / (t + 2.0) : -t / (t + 2.0);
    }
    return std::signbit(x) ? -result : result;
}
}
