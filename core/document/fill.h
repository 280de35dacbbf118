// SPDX-License-Identifier: MIT
// Numbers by rule for a matrix or a part of one: constants, random streams, and what makes new
// numbers of those that stand there.
#pragma once

#include "core/base/matrix.h"
#include "core/base/result.h"

#include <cstdint>
#include <string>

namespace attn {

enum class Fill {
    Zeros,
    Ones,
    Identity,
    Transpose,
    Round,          // to `number` decimals
    Scale,          // times `number`
    NormaliseSum,   // each row divided by its sum
    NormaliseLength // each row divided by its length
};

/// The part after the rule. The error says why the rule cannot be applied: transposing what is not
/// square, dividing a row by 0.
Result<Matrix> filled(const Matrix& part, Fill fill, Real number = 0);
/// "Fill with zeros", "Round to 2 decimals".
std::string fill_name(Fill fill, Real number = 0);

enum class Generator {
    NumPy,         // numpy.random.seed
    PyTorch,       // torch.manual_seed
    NumPyGenerator // numpy.random.default_rng
};
enum class Distribution {
    Uniform,
    Normal,
    Whole, // of NumPy
    Linear // of PyTorch: as nn.Linear begins its weights
};
/// numpy.random.seed(seed) and then rand, randn or randint(low, high) once; default_rng(seed) and
/// random, standard_normal or integers(low, high); torch.manual_seed(seed) and rand, randn or
/// nn.Linear(rows, columns).weight.T.
struct RandomFill {
    Generator generator = Generator::NumPy;
    Distribution distribution = Distribution::Uniform;
    std::uint32_t seed = 42;
    std::int64_t low = 0; // of whole numbers
    std::int64_t high = 3;

    friend bool operator==(const RandomFill&, const RandomFill&) = default;
};
/// Whether the generator draws such numbers.
bool has_distribution(Generator generator, Distribution distribution);
/// "np.random.rand(3, 4)": the call by which the generator draws such a matrix.
std::string draw_source(const RandomFill& fill, Index rows, Index columns);
/// "np.random.seed(42)".
std::string seed_source(Generator generator, std::uint32_t seed);
Result<Matrix> random_matrix(const RandomFill& fill, Index rows, Index columns);
/// The same as program text: "np.random.seed(42); np.random.rand(3, 4)".
std::string random_source(const RandomFill& fill, Index rows, Index columns);

} // namespace attn
