// SPDX-License-Identifier: MIT
// WordPiece as in BERT: takes the longest token that begins the word, then repeatedly the longest
// that continues it; if that fails, the whole word is unknown.
#pragma once

#include "core/tokenizer/vocabulary.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn::tokenizer {

/// The longest word that a file may allow; time grows with its square.
constexpr Index max_word_piece_characters = 1000;

struct WordPiece {
    std::optional<Index> unknown;
    std::string prefix = "##";  // begins parts that continue a word
    Index max_characters = 100; // longer words are unknown
};

Result<> append_ids(const WordPiece& model, const Vocabulary& vocabulary, std::string_view word,
                    std::vector<Index>& ids);

} // namespace attn::tokenizer
