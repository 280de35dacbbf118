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

enum class Generator { NumPy, PyTorch };
enum class Distribution { Uniform, Normal, Whole };
/// numpy.random.seed(seed) and then rand, randn or randint(low, high) once, or torch.manual_seed
/// and rand or randn.
struct RandomFill {
    Generator generator = Generator::NumPy;
    Distribution distribution = Distribution::Uniform;
    std::uint32_t seed = 42;
    std::int64_t low = 0; // of whole numbers
    std::int64_t high = 3;

    friend bool operator==(const RandomFill&, const RandomFill&) = default;
};
Result<Matrix> random_matrix(const RandomFill& fill, Index rows, Index columns);
/// The same as program text: "np.random.seed(42); np.random.rand(3, 4)".
std::string random_source(const RandomFill& fill, Index rows, Index columns);

} // namespace attn
