// SPDX-License-Identifier: MIT
#include "core/engine/random.h"

#include "core/engine/single_precision.h"

#include <bit>
#include <cassert>
#include <cmath>
#include <numbers>
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

/// Uniform among 0 … largest. A range of one number takes no word; one beyond 32 bits takes two.
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

/// Sixteen uniform numbers in place to sixteen normal ones: the first eight give the radius, the
/// others the angle.
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
