// SPDX-License-Identifier: MIT
#include "core/engine/random.h"

#include "core/engine/single_precision.h"
#include "core/engine/ziggurat.h"

#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

namespace attn {
namespace {

/// Fills row by row, as both libraries lay out their arrays.
template <class Next>
Matrix filled(Index rows, Index columns, Next next) {
    Matrix matrix(rows, columns);
    for (Index at = 0; at < matrix.size(); ++at)
        matrix.data()[at] = next();
    return matrix;
}

} // namespace

Matrix NumpyLegacy::rand(Index rows, Index columns) {
    return filled(rows, columns, [this] { return uniform(); });
}

Matrix NumpyLegacy::randn(Index rows, Index columns) {
    return filled(rows, columns, [this] { return normal(); });
}

Matrix NumpyLegacy::randint(std::int64_t low, std::int64_t high, Index rows, Index columns) {
    assert(low < high && "there must be a whole number from low up to, but not including, high");
    // Unsigned, because the difference of two 64-bit numbers need not fit in one.
    const std::uint64_t first = static_cast<std::uint64_t>(low);
    const std::uint64_t largest = static_cast<std::uint64_t>(high) - 1 - first;
    return filled(rows, columns, [&] {
        return static_cast<Real>(static_cast<std::int64_t>(first + at_most(largest)));
    });
}

Real NumpyLegacy::uniform() {
    const std::uint32_t high = word() >> 5, low = word() >> 6;
    return (static_cast<Real>(high) * 0x1p26 + static_cast<Real>(low)) * 0x1p-53;
}

Real NumpyLegacy::normal() {
    if (spare_) {
        const Real value = *spare_;
        spare_.reset();
        return value;
    }
    while (true) {
        const Real x = 2 * uniform() - 1;
        const Real y = 2 * uniform() - 1;
        const Real square = x * x + y * y;
        if (square >= 1 || square == 0)
            continue;
        const Real factor = std::sqrt(-2 * std::log(square) / square);
        spare_ = factor * x;
        return factor * y;
    }
}

/// Draws uniformly from 0 … largest. A range of one number takes no word; one beyond 32 bits takes
/// two.
std::uint64_t NumpyLegacy::at_most(std::uint64_t largest) {
    if (largest == 0)
        return 0;
    const std::uint64_t mask = ~std::uint64_t{0} >> std::countl_zero(largest);
    while (true) {
        std::uint64_t value = word();
        if (largest > 0xffffffffU)
            value = value << 32 | word();
        value &= mask;
        if (value <= largest)
            return value;
    }
}

NumpyGenerator::Wide NumpyGenerator::sum(Wide a, Wide b) {
    const std::uint64_t low = a.low + b.low;
    return {a.high + b.high + (low < a.low ? 1 : 0), low};
}

/// Computes all 128 bits of a product, by halves.
NumpyGenerator::Wide NumpyGenerator::whole_product(std::uint64_t a, std::uint64_t b) {
    constexpr std::uint64_t half = 0xffffffffU;
    const std::uint64_t a_low = a & half, a_high = a >> 32, b_low = b & half, b_high = b >> 32;
    const std::uint64_t lowest = a_low * b_low, left = a_high * b_low, right = a_low * b_high;
    const std::uint64_t middle = (lowest >> 32) + (left & half) + (right & half);
    return {a_high * b_high + (left >> 32) + (right >> 32) + (middle >> 32),
            middle << 32 | (lowest & half)};
}

NumpyGenerator::Wide NumpyGenerator::product(Wide a, Wide b) {
    Wide made = whole_product(a.low, b.low);
    made.high += a.high * b.low + a.low * b.high;
    return made;
}

/// SeedSequence (O'Neill 2015, "Developing a seed_seq alternative") makes four words of the seed:
/// the generator's state and its increment.
NumpyGenerator::NumpyGenerator(std::uint32_t seed) {
    constexpr std::size_t size = 4;
    std::array<std::uint32_t, size> pool{};
    std::uint32_t constant = 0x43b0d7e5U;
    const auto hash = [&constant](std::uint32_t value, std::uint32_t multiplier) {
        value ^= constant;
        constant *= multiplier;
        value *= constant;
        return value ^ value >> 16;
    };
    const auto mixed = [](std::uint32_t x, std::uint32_t y) {
        const std::uint32_t both = 0xca01f9ddU * x - 0x4973f715U * y;
        return both ^ both >> 16;
    };
    for (std::size_t at = 0; at < size; ++at)
        pool[at] = hash(at == 0 ? seed : 0, 0x931e8875U);
    for (std::size_t from = 0; from < size; ++from)
        for (std::size_t to = 0; to < size; ++to)
            if (from != to)
                pool[to] = mixed(pool[to], hash(pool[from], 0x931e8875U));
    constant = 0x8b51f9ddU;
    std::array<std::uint64_t, size> words{};
    for (std::size_t at = 0; at < 2 * size; ++at)
        words[at / 2] |= static_cast<std::uint64_t>(hash(pool[at % size], 0x58f38dedU))
                         << 32 * (at % 2);
    increment_ = {words[2] << 1 | words[3] >> 63, words[3] << 1 | 1};
    step();
    state_ = sum(state_, {words[0], words[1]});
    step();
}

void NumpyGenerator::step() {
    constexpr Wide multiplier{2549297995355413924U, 4865540595714422341U};
    state_ = sum(product(state_, multiplier), increment_);
}

/// PCG XSL RR 128/64.
std::uint64_t NumpyGenerator::word() {
    step();
    return std::rotr(state_.high ^ state_.low, static_cast<int>(state_.high >> 58));
}

/// Returns the low half of a word, then its high half.
std::uint32_t NumpyGenerator::half_word() {
    if (half_)
        return *std::exchange(half_, std::nullopt);
    const std::uint64_t both = word();
    half_ = static_cast<std::uint32_t>(both >> 32);
    return static_cast<std::uint32_t>(both);
}

void NumpyGenerator::skip(std::uint64_t words) {
    for (; words > 0; --words)
        step();
}

Matrix NumpyGenerator::rand(Index rows, Index columns) {
    return filled(rows, columns, [this] { return uniform(); });
}

Matrix NumpyGenerator::randn(Index rows, Index columns) {
    return filled(rows, columns, [this] { return normal(); });
}

Matrix NumpyGenerator::randint(std::int64_t low, std::int64_t high, Index rows, Index columns) {
    assert(low < high && "there must be a whole number from low up to, but not including, high");
    const std::uint64_t first = static_cast<std::uint64_t>(low);
    const std::uint64_t largest = static_cast<std::uint64_t>(high) - 1 - first;
    return filled(rows, columns, [&] {
        return static_cast<Real>(static_cast<std::int64_t>(first + at_most(largest)));
    });
}

Real NumpyGenerator::uniform() {
    return static_cast<Real>(word() >> 11) * 0x1p-53;
}

/// Takes a strip, a sign and a place in the strip from one word; checks again if the number may be
/// outside the curve.
Real NumpyGenerator::normal() {
    while (true) {
        const std::uint64_t drawn = word();
        const auto strip = static_cast<std::size_t>(drawn & 0xff);
        const bool is_negative = (drawn >> 8 & 1) != 0;
        const std::uint64_t place = drawn >> 9 & 0x000fffffffffffffU;
        const Real x = static_cast<Real>(place) * ziggurat::widths[strip];
        const Real value = is_negative ? -x : x;
        if (place < ziggurat::certain[strip])
            return value;
        if (strip == 0) {
            while (true) { // beyond the last strip; Marsaglia 1964
                const Real beyond = -std::log1p(-uniform()) / ziggurat::first_of_tail;
                const Real height = -std::log1p(-uniform());
                if (height + height > beyond * beyond)
                    return (place >> 8 & 1) != 0 ? -(ziggurat::first_of_tail + beyond)
                                                 : ziggurat::first_of_tail + beyond;
            }
        }
        const Real high = ziggurat::heights[strip - 1], low = ziggurat::heights[strip];
        if ((high - low) * uniform() + low < std::exp(-0.5 * x * x))
            return value;
    }
}

/// Draws uniformly from 0 … largest: the high part of a product, drawn again if its low part would
/// favour some numbers. A range of one number takes no word, one within 32 bits half a word.
std::uint64_t NumpyGenerator::at_most(std::uint64_t largest) {
    constexpr std::uint64_t half = 0xffffffffU, whole = ~std::uint64_t{0};
    if (largest == 0)
        return 0;
    if (largest == half)
        return half_word();
    if (largest == whole)
        return word();
    const std::uint64_t count = largest + 1;
    if (largest < half) {
        std::uint64_t product = half_word() * count;
        if ((product & half) < count)
            for (const std::uint64_t least = (half - largest) % count; (product & half) < least;)
                product = half_word() * count;
        return product >> 32;
    }
    Wide product = whole_product(word(), count);
    if (product.low < count)
        for (const std::uint64_t least = (whole - largest) % count; product.low < least;)
            product = whole_product(word(), count);
    return product.high;
}

Matrix TorchCpu::rand(Index rows, Index columns) {
    return filled(rows, columns, [this] { return static_cast<Real>(uniform()); });
}

Matrix TorchCpu::randn(Index rows, Index columns) {
    const auto size = static_cast<std::size_t>(rows * columns);
    if (size < 16)
        return filled(rows, columns,
                      [this] { return static_cast<Real>(static_cast<float>(normal())); });

    std::vector<float> values(size);
    for (float& value : values)
        value = uniform();
    for (std::size_t at = 0; at + 16 <= size; at += 16)
        fill_normal(values.data() + at);
    if (size % 16 != 0) {
        float* last = values.data() + size - 16;
        for (std::size_t at = 0; at < 16; ++at)
            last[at] = uniform();
        fill_normal(last);
    }
    return Eigen::Map<const Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(
               values.data(), rows, columns)
        .cast<Real>();
}

Matrix TorchCpu::linear(Index inputs, Index outputs) {
    // Rounds as kaiming_uniform_ does: √3 times the gain of a = √5 over √inputs.
    const double slope = std::sqrt(5.0), gain = std::sqrt(2.0 / (1 + slope * slope));
    const double deviation = gain / std::sqrt(static_cast<double>(inputs));
    const auto bound = static_cast<float>(std::sqrt(3.0) * deviation);
    return filled(outputs, inputs, [&] { return static_cast<Real>(uniform_within(bound)); })
        .transpose();
}

Matrix TorchCpu::linear_bias(Index inputs, Index outputs) {
    const auto bound = static_cast<float>(1 / std::sqrt(static_cast<double>(inputs)));
    return filled(1, outputs, [&] { return static_cast<Real>(uniform_within(bound)); });
}

/// Draws between −bound and bound, rounded once, as processors with AVX2 do.
float TorchCpu::uniform_within(float bound) {
    return std::fma(uniform(), bound - -bound, -bound);
}

float TorchCpu::uniform() {
    return static_cast<float>(words_() & 0xffffffU) * 0x1p-24F;
}

double TorchCpu::uniform_53_bits() {
    const std::uint64_t high = words_(), low = words_();
    return static_cast<double>((high << 32 | low) & ((std::uint64_t{1} << 53) - 1)) * 0x1p-53;
}

double TorchCpu::normal() {
    if (spare_) {
        const double value = *spare_;
        spare_.reset();
        return value;
    }
    const double turn = uniform_53_bits();
    const double radius = std::sqrt(-2 * std::log1p(-uniform_53_bits()));
    const double angle = 2 * std::numbers::pi * turn;
    spare_ = radius * std::sin(angle);
    return radius * std::cos(angle);
}

/// Turns sixteen uniform numbers into sixteen normal ones in place: the first eight give the
/// radius, the others the angle.
void TorchCpu::fill_normal(float* sixteen) {
    constexpr auto two_pi = static_cast<float>(2 * std::numbers::pi);
    for (int at = 0; at < 8; ++at) {
        const float radius = std::sqrt(-2 * single_log(1 - sixteen[at]));
        const auto [sine, cosine] = single_sine_cosine(two_pi * sixteen[at + 8]);
        sixteen[at] = radius * cosine;
        sixteen[at + 8] = radius * sine;
    }
}

} // namespace attn
