// SPDX-License-Identifier: MIT
#include "core/engine/kernels/single_precision.h"

#include <bit>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <initializer_list>

namespace attn {
namespace {

/// Horner's rule, highest power first, each step rounded once.
float polynomial(float x, std::initializer_list<float> coefficients) {
    float sum = 0;
    for (const float coefficient : coefficients)
        sum = std::fma(sum, x, coefficient);
    return sum;
}

} // namespace

float single_log(float x) {
    assert(x > 0 && x <= 1 && "the logarithm is wanted of a uniform number");
    // x = mantissa · 2^exponent with the mantissa in [½, 1).
    const auto bits = std::bit_cast<std::uint32_t>(x);
    auto exponent = static_cast<float>(static_cast<int>(bits >> 23) - 126);
    const auto mantissa = std::bit_cast<float>((bits & 0x007fffffU) | 0x3f000000U);
    float rest = mantissa - 1;
    if (mantissa < 0.707106781186547524F) {
        rest += mantissa;
        exponent -= 1;
    }
    const float square = rest * rest;
    const float series = polynomial(rest, {7.0376836292e-2F, -1.1514610310e-1F, 1.1676998740e-1F,
                                           -1.2420140846e-1F, 1.4249322787e-1F, -1.6668057665e-1F,
                                           2.0000714765e-1F, -2.4999993993e-1F, 3.3333331174e-1F});
    // ln 2 in two parts: the larger one has few digits, so that its product is exact.
    constexpr float ln2_high = 0.693359375F, ln2_low = -2.12194440e-4F;
    float correction = std::fma(series * rest, square, exponent * ln2_low);
    correction = std::fma(-0.5F, square, correction);
    return std::fma(exponent, ln2_high, rest + correction);
}

SineCosine single_sine_cosine(float x) {
    assert(x >= 0 && x < 8192 && "the reduction is exact for small angles only");
    constexpr float four_over_pi = 1.27323954473516F;
    const int octant = (static_cast<int>(x * four_over_pi) + 1) & ~1;
    // π/4 in three parts, so that the products are exact.
    const auto count = static_cast<float>(octant);
    float angle = std::fma(count, -0.78515625F, x);
    angle = std::fma(count, -2.4187564849853515625e-4F, angle);
    angle = std::fma(count, -3.77489497744594108e-8F, angle);

    const float square = angle * angle;
    float cosine =
        polynomial(square, {2.443315711809948e-5F, -1.388731625493765e-3F, 4.166664568298827e-2F});
    cosine = std::fma(cosine * square, square, -0.5F * square) + 1;
    float sine =
        polynomial(square, {-1.9515295891e-4F, 8.3321608736e-3F, -1.6666654611e-1F}) * square;
    sine = std::fma(sine, angle, angle);

    SineCosine result{sine, cosine};
    if ((octant & 2) != 0)
        result = {cosine, sine};
    if ((octant & 4) != 0)
        result.sine = -result.sine;
    if (((octant - 2) & 4) == 0)
        result.cosine = -result.cosine;
    return result;
}

} // namespace attn
