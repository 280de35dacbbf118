// SPDX-License-Identifier: MIT
// The unigram language model (Kudo, 2018): of all ways to build a word from tokens, takes the one
// with the highest sum of scores, which are logarithms of probabilities.
#pragma once

#include "core/base/matrix.h"
#include "core/tokenizer/vocabulary.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attn::tokenizer {

struct Unigram {
    std::vector<Real> scores; // by id
    /// Sorted texts, so that the tokens that begin a text are found byte by byte.
    std::vector<std::pair<std::string, Index>> sorted;
    std::optional<Index> unknown;
    Real unknown_score = 0;
    bool has_bytes = false; // unknown characters become tokens of their bytes, "<0xE2>"
};

/// `scores`: one per id of the vocabulary, which has no holes.
Unigram make_unigram(const Vocabulary& vocabulary, std::vector<Real> scores,
                     std::optional<Index> unknown, bool has_bytes);

Result<> append_ids(const Unigram& model, const Vocabulary& vocabulary, std::string_view word,
                    std::vector<Index>& ids);

} // namespace attn::tokenizer
