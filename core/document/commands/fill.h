// SPDX-License-Identifier: MIT
// Fills a matrix or a part of one by rule: constants, random streams, and transformations of the
// present numbers.
#pragma once

#include "core/base/matrix.h"
#include "core/base/result.h"
#include "core/document/commands/command.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

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

/// Returns the part after the rule. The error says why the rule cannot be applied: transposing a
/// part that is not square, dividing a row by 0.
Result<Matrix> filled(const Matrix& part, Fill fill, Real number = 0);
/// Names the fill: "Fill with zeros", "Round to 2 decimals".
std::string fill_name(Fill fill, Real number = 0);

enum class Generator {
    NumPy,         // numpy.random.seed
    PyTorch,       // torch.manual_seed
    NumPyGenerator // numpy.random.default_rng
};
enum class Distribution {
    Uniform,
    Normal,
    Whole, // NumPy only
    Linear // PyTorch only: as nn.Linear starts its weights
};
/// Draws as one call after seeding does: numpy.random.seed(seed), then rand, randn or randint(low,
/// high); default_rng(seed), then random, standard_normal or integers(low, high); or
/// torch.manual_seed(seed), then rand, randn or nn.Linear(rows, columns).weight.T.
struct RandomFill {
    Generator generator = Generator::NumPy;
    Distribution distribution = Distribution::Uniform;
    std::uint32_t seed = 42;
    std::int64_t low = 0; // for whole numbers
    std::int64_t high = 3;

    friend bool operator==(const RandomFill&, const RandomFill&) = default;
};
/// Whether the generator draws such numbers.
bool has_distribution(Generator generator, Distribution distribution);
/// Returns the call by which the generator draws such a matrix: "np.random.rand(3, 4)".
std::string draw_source(const RandomFill& fill, Index rows, Index columns);
/// Returns "np.random.seed(42)".
std::string seed_source(Generator generator, std::uint32_t seed);
Result<Matrix> random_matrix(const RandomFill& fill, Index rows, Index columns);
/// Returns both as program text: "np.random.seed(42); np.random.rand(3, 4)".
std::string random_source(const RandomFill& fill, Index rows, Index columns);

// Heads with a purpose: computes W_Q and W_K from the embeddings so that each word attends to
// itself, to the previous word, to the first word, or to all equally.

enum class Reason { SameWord, PreviousWord, FirstWord, Uniform };
/// Returns "the previous word".
std::string_view name_of(Reason reason);

/// The least that the largest weight of each row must be, if the purpose has one target.
constexpr Real reasoned_weight = 0.9;

/// Makes the commands that set W_Q and W_K of the head. If the embeddings are linearly independent,
/// solves X W_Q = c · codes(targets), X W_K = codes (Elhage et al. 2021, "A Mathematical Framework
/// for Transformer Circuits": Q and K matter only by W_Q W_Kᵀ); else finds that product by logistic
/// regression. The first word has no previous word and attends to itself. Checks the effect by
/// evaluating the document. The error says why it cannot be had: words with the same embedding, a
/// mask, a switch, too few dimensions.
Result<std::vector<Command>> reasoned_head(const Document& document, Index head, Reason reason);

} // namespace attn
