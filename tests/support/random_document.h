// SPDX-License-Identifier: MIT
// Makes seeded documents that together cover every combination of the switches.
#pragma once

#include "core/document/model/document.h"
#include "core/engine/numbers/normalisers.h"

#include <cstdint>
#include <random>

namespace attn::test {

/// Small random numbers from a seed, the same on every machine.
class Random {
public:
    explicit Random(std::uint32_t seed) : words_(seed) {}

    /// A whole number in [low, high].
    Index whole(Index low, Index high);
    /// A number in [low, high) with at most 53 bits.
    Real real(Real low, Real high);
    bool chance(Real probability) { return real(0, 1) < probability; }
    Matrix matrix(Index rows, Index columns, Real size = 2);
    /// A mask that blocks about 40 % of the cells and, half of the time, a whole row and column.
    Flags mask(Index words) { return mask(words, words); }
    Flags mask(Index queries, Index keys);

private:
    std::mt19937 words_;
};

/// How many combinations of projections, scale, mask, normaliser, axis and temperature there are;
/// any that many consecutive seeds give all of them.
constexpr std::uint32_t combinations = 2 * 5 * 3 * normalisers.size() * 2 * 2;

/// A valid document of 1 to 5 words, widths of 1 to 5 and one to three heads.
Document random_document(std::uint32_t seed);

/// As random_document(), with its heads side by side or joined by W_O.
Document random_joined_document(std::uint32_t seed);

/// As random_document(), with all heads as wide as the first (as commands make them).
Document random_even_document(std::uint32_t seed);

/// A valid document with options: biases, heads that share keys and values, a memory, other scores,
/// positions, a soft limit, a sink, masks of every kind, a block, a table of words. 60 consecutive
/// seeds cover every value of every option. Every third document has a loss, every second says how
/// it learns.
Document random_document_with_options(std::uint32_t seed);
/// The same, with tables of words in two of five, a bias of scores in one of four, and given stages
/// in one of four.
Document random_document_of_any_kind(std::uint32_t seed);

/// Adds a loss that compares some stage with a target.
void add_loss(Document& document, std::uint32_t seed);

/// A word that may be added to the document: a new one, or the last of its vocabulary.
std::string some_word(const Document& document);

/// Draws training settings for an attention document: any inputs, and any allowed value for every
/// number, whether the optimiser reads it or not.
TrainingSettings random_training(const Document& document, Random& random);

/// A valid document of concepts: up to 7 people and films. Eight consecutive seeds give ratings
/// that are 0, of rank 1, with equal rows, with equal singular values, all the same, whole, tiny,
/// and any.
Document random_ratings(std::uint32_t seed);

} // namespace attn::test
