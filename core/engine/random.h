// SPDX-License-Identifier: MIT
// The random streams of NumPy and PyTorch, so that a notebook's seed gives the notebook's numbers.
#pragma once

#include "core/base/matrix.h"

#include <cstdint>
#include <optional>
#include <random>

namespace attn {

/// NumPy's legacy stream: numpy.random.seed(s), then rand, randn, randint in any order. Underneath
/// is MT19937 (Matsumoto and Nishimura 1998), seeded by one 32-bit word.
/// rand and randint have NumPy's bits everywhere. randn (Marsaglia's polar method) takes a
/// logarithm from the C library: NumPy's bits where both use the same one, else within 1 unit in
/// the last place.
class NumpyLegacy {
public:
    explicit NumpyLegacy(std::uint32_t seed) : words_(seed) {}

    /// numpy.random.rand(rows, columns), also named random_sample and random: uniform in [0, 1)
    /// with 53 bits, two words each.
    Matrix rand(Index rows, Index columns);
    /// numpy.random.randn(rows, columns): standard normal. Numbers come in pairs; the spare one of
    /// an odd count is given by the next call.
    Matrix randn(Index rows, Index columns);
    /// numpy.random.randint(low, high, (rows, columns)) with the dtype int64: whole numbers in
    /// [low, high), low < high, by masking a word and rejecting what is too large. Numbers beyond
    /// 2^53 are rounded to double.
    Matrix randint(std::int64_t low, std::int64_t high, Index rows, Index columns);

    /// Passes over 32-bit words of the generator, as other calls would have.
    void skip(std::uint64_t words) { words_.discard(words); }

private:
    std::uint32_t word() { return static_cast<std::uint32_t>(words_()); }
    Real uniform();
    Real normal();
    std::uint64_t at_most(std::uint64_t largest);

    std::mt19937 words_;
    std::optional<Real> spare_;
};

/// PyTorch's stream on the CPU for float32: torch.manual_seed(s), then rand, randn in any order.
/// The floats are widened to double exactly. MT19937 as well, seeded by the low 32 bits.
class TorchCpu {
public:
    explicit TorchCpu(std::uint64_t seed) : words_(static_cast<std::uint32_t>(seed)) {}

    /// torch.rand(rows, columns): (word mod 2^24) / 2^24; PyTorch's bits everywhere.
    Matrix rand(Index rows, Index columns);
    /// torch.randn(rows, columns): Box-Muller.
    /// From 16 elements on in single precision, in blocks of 16, the last 16 made again when the
    /// size is not a multiple of 16: the bits of PyTorch on processors with AVX2 (x86 since 2013);
    /// its other processors' differ by a few units in the last place.
    /// Below 16 elements in double precision with 53 bits, rounded to float; the spare one
    /// of an odd count is given by the next such call.
    Matrix randn(Index rows, Index columns);

    /// Passes over 32-bit words of the generator, as other calls would have.
    void skip(std::uint64_t words) { words_.discard(words); }

private:
    float uniform();
    double uniform_53_bits();
    double normal();
    void fill_normal(float* sixteen);

    std::mt19937 words_;
    std::optional<double> spare_;
};

} // namespace attn
