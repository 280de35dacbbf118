// SPDX-License-Identifier: MIT
// WordPiece, as BERT has it: the longest token that begins the word, then the longest that
// continues it, to its end; else the whole word is unknown.
#pragma once

#include "core/tokenizer/vocabulary.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn::tokenizer {

/// The longest words that a file may ask for; the time grows as their square.
constexpr Index max_word_piece_characters = 1000;

struct WordPiece {
    std::optional<Index> unknown;
    std::string prefix = "##";  // of what continues a word
    Index max_characters = 100; // longer words are unknown
};

Result<> append_ids(const WordPiece& model, const Vocabulary& vocabulary, std::string_view word,
                    std::vector<Index>& ids);

} // namespace attn::tokenizer
