// SPDX-License-Identifier: MIT
// Makes a document from words alone: draws X and every weight from a seed, so that the same words
// give the same numbers here and in a notebook.
#pragma once

#include "core/document/commands/fill.h"
#include "core/document/model/document.h"
#include "core/document/model/evaluate.h"

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// Splits a text into words at spaces, tabs and line breaks.
std::vector<std::string> words_of(std::string_view text);

struct NewFromWords {
    std::vector<std::string> words; // one for each row of X
    Index d_model = 4;
    Index heads = 1; // each with d_k = d_v = d_model / heads
    Join join = Join::None;
    bool has_block = false; // a transformer block around the heads, which W_O then joins
    Generator generator = Generator::NumPy;
    bool has_linear_weights = false; // start them as nn.Linear does; PyTorch only
    std::uint32_t seed = 42;
};
/// Checks that a document can be made of it. The error says which number is wrong, and which would
/// work.
Result<> check(const NewFromWords& asked);

/// Draws X (words × d_model), then W_Q, W_K and W_V head after head, then W_O (d_model × d_model),
/// and for a block W_1 (d_model × 4 d_model) and W_2, in this order from one stream: all standard
/// normal, or all but X as nn.Linear starts them. The notes say how a notebook draws them. A block
/// starts with γ = 1, β = 0 and no biases.
Result<Document> document_of(const NewFromWords& asked);

// Draws one of several, the same on every machine: of the standard library only the generator
// itself is.

/// Draws a whole number from 0 up to but not including `count`, all equally likely.
inline std::size_t drawn_below(std::mt19937& words, std::size_t count) {
    const std::uint64_t limit = (std::uint64_t{1} << 32) / count * count;
    std::uint64_t word = words();
    while (word >= limit)
        word = words();
    return static_cast<std::size_t>(word % count);
}

// Variants of an exercise, one per student: small whole numbers that can be computed by hand.

constexpr std::size_t max_variants = 500;

/// Whether everything can be computed by hand with a table of e^x: scores are whole, those compared
/// in one line differ by at most six, and in lines of up to five no two are equal.
bool is_bearable(const Document& document, const Trace& trace);

/// Makes `count` documents with the shapes, switches and words of this one. Each has, for every
/// input, a matrix of small whole numbers that no other variant has, with a nonzero number in every
/// row and column, and each is_bearable(). Rows of X, Q and K of different words differ where the
/// shapes have such numbers. A variant does not depend on `count` or the machine. The error says
/// why there are none.
Result<std::vector<Document>> variants(const Document& document, std::size_t count,
                                       std::uint32_t seed);

} // namespace attn
