// SPDX-License-Identifier: MIT
// The random streams of NumPy and PyTorch, so that a notebook's seed gives the notebook's numbers.
#pragma once

#include "core/base/matrix.h"

#include <cstdint>
#include <optional>
#include <random>

namespace attn {

/// NumPy's legacy stream: numpy.random.seed(s), then rand, randn, randint in any order. Based on
/// MT19937 (Matsumoto and Nishimura 1998), seeded by one 32-bit word. rand and randint give NumPy's
/// bits everywhere. randn (Marsaglia's polar method) takes a logarithm from the C library: it gives
/// NumPy's bits if both use the same one, else numbers within 1 unit in the last place.
class NumpyLegacy {
public:
    explicit NumpyLegacy(std::uint32_t seed) : words_(seed) {}

    /// numpy.random.rand(rows, columns), also named random_sample and random: uniform in [0, 1)
    /// with 53 bits, two words each.
    Matrix rand(Index rows, Index columns);
    /// numpy.random.randn(rows, columns): standard normal. Numbers come in pairs; the spare one of
    /// an odd count is returned by the next call.
    Matrix randn(Index rows, Index columns);
    /// numpy.random.randint(low, high, (rows, columns)) with the dtype int64: whole numbers in
    /// [low, high), low < high, by masking a word and rejecting values that are too large. Numbers
    /// beyond 2^53 are rounded to double.
    Matrix randint(std::int64_t low, std::int64_t high, Index rows, Index columns);

    /// Skips 32-bit words of the generator, as if other calls had used them.
    void skip(std::uint64_t words) { words_.discard(words); }

private:
    std::uint32_t word() { return static_cast<std::uint32_t>(words_()); }
    Real uniform();
    Real normal();
    std::uint64_t at_most(std::uint64_t largest);

    std::mt19937 words_;
    std::optional<Real> spare_;
};

/// NumPy's newer stream: rng = numpy.random.default_rng(s), then rng.random, rng.standard_normal,
/// rng.integers in any order. Based on PCG64 (O'Neill 2014), seeded through SeedSequence. random
/// and integers give NumPy's bits everywhere. standard_normal (Marsaglia and Tsang's ziggurat,
/// 2000) calls the C library for one number in a hundred: NumPy's bits if both use the same one.
class NumpyGenerator {
public:
    explicit NumpyGenerator(std::uint32_t seed);

    /// rng.random((rows, columns)): uniform in [0, 1) with 53 bits.
    Matrix rand(Index rows, Index columns);
    /// rng.standard_normal((rows, columns)).
    Matrix randn(Index rows, Index columns);
    /// rng.integers(low, high, (rows, columns)): whole numbers in [low, high), low < high, by
    /// Lemire's method (2019). Numbers beyond 2^53 are rounded to double.
    Matrix randint(std::int64_t low, std::int64_t high, Index rows, Index columns);

    /// Skips 64-bit words of the generator, as if other calls had used them.
    void skip(std::uint64_t words);

private:
    /// A whole number of 128 bits.
    struct Wide {
        std::uint64_t high = 0, low = 0;
    };
    static Wide sum(Wide a, Wide b);
    static Wide product(Wide a, Wide b);
    static Wide whole_product(std::uint64_t a, std::uint64_t b);

    void step();
    std::uint64_t word();
    std::uint32_t half_word();
    Real uniform();
    Real normal();
    std::uint64_t at_most(std::uint64_t largest);

    Wide state_, increment_;
    std::optional<std::uint32_t> half_; // left over from a word whose other half was drawn
};

/// PyTorch's stream on the CPU for float32: torch.manual_seed(s), then rand, randn in any order.
/// Floats are widened to double exactly. Also based on MT19937, seeded by the low 32 bits.
class TorchCpu {
public:
    explicit TorchCpu(std::uint64_t seed) : words_(static_cast<std::uint32_t>(seed)) {}

    /// torch.rand(rows, columns): (word mod 2^24) / 2^24; PyTorch's bits everywhere.
    Matrix rand(Index rows, Index columns);
    /// torch.randn(rows, columns): Box-Muller. From 16 elements on in single precision, in blocks
    /// of 16; if the size is not a multiple of 16, the last 16 are made again. These are the bits
    /// of PyTorch on processors with AVX2 (x86 since 2013); on others PyTorch differs by a few
    /// units in the last place. Below 16 elements in double precision with 53 bits, rounded to
    /// float; the spare one of an odd count is returned by the next such call.
    Matrix randn(Index rows, Index columns);
    /// torch.nn.Linear(inputs, outputs, bias=False).weight.T, inputs × outputs as X W reads it. The
    /// layer stores outputs × inputs and starts uniform between -1/√inputs and 1/√inputs
    /// (kaiming_uniform_ with a = √5).
    Matrix linear(Index inputs, Index outputs);
    /// The layer's bias, drawn after its weights: 1 × outputs, within the same bounds.
    Matrix linear_bias(Index inputs, Index outputs);

    /// Skips 32-bit words of the generator, as if other calls had used them.
    void skip(std::uint64_t words) { words_.discard(words); }

private:
    float uniform();
    float uniform_within(float bound);
    double uniform_53_bits();
    double normal();
    void fill_normal(float* sixteen);

    std::mt19937 words_;
    std::optional<double> spare_;
};

} // namespace attn
