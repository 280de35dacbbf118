// SPDX-License-Identifier: MIT
// The unigram language model (Kudo, 2018): of all ways to make a word of tokens the one whose
// scores, logarithms of probabilities, add up to most.
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
    /// The texts in order, so that the tokens that begin a text are found byte by byte.
    std::vector<std::pair<std::string, Index>> sorted;
    std::optional<Index> unknown;
    Real unknown_score = 0;
    bool has_bytes = false; // unknown characters are the tokens of their bytes, "<0xE2>"
};

/// `scores`: of every id of the vocabulary, which has no holes.
Unigram make_unigram(const Vocabulary& vocabulary, std::vector<Real> scores,
                     std::optional<Index> unknown, bool has_bytes);

Result<> append_ids(const Unigram& model, const Vocabulary& vocabulary, std::string_view word,
                    std::vector<Index>& ids);

} // namespace attn::tokenizer
