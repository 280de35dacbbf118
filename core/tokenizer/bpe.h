// SPDX-License-Identifier: MIT
// Byte pair encoding (Sennrich, Haddow and Birch, 2016): a word begins as its characters, and the
// pair that was learned first is merged until no pair was learned.
#pragma once

#include "core/tokenizer/vocabulary.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace attn::tokenizer {

struct Merge {
    Index rank = 0; // the lowest is merged first
    Index id = 0;   // of the result
};

struct Bpe {
    std::unordered_map<std::uint64_t, Merge> merges; // by both ids, the first in the upper half
    std::optional<Index> unknown;                    // stands for characters that are no token
    std::string prefix;                              // of what continues a word
    std::string suffix;                              // of what ends a word
    bool fuses_unknown = false;                      // unknown characters in a row are one token
    bool has_bytes = false;   // unknown characters are the tokens of their bytes, "<0xE2>"
    bool tries_whole = false; // a word that is a token is not merged
};

/// Adds the next merge. Refused: parts or a result that are not in the vocabulary.
Result<> add_merge(Bpe& bpe, const Vocabulary& vocabulary, const std::string& left,
                   const std::string& right);

/// Appends the ids of a word. Time grows as n log n with its length. The error names a character
/// that no token stands for.
Result<> append_ids(const Bpe& bpe, const Vocabulary& vocabulary, std::string_view word,
                    std::vector<Index>& ids);

} // namespace attn::tokenizer
