// SPDX-License-Identifier: MIT
// Byte pair encoding (Sennrich, Haddow and Birch, 2016): a word starts as its characters; then the
// pair with the lowest rank is merged, until no known pair is left.
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
    Index rank = 0; // the lowest rank is merged first
    Index id = 0;   // the id of the result
};

struct Bpe {
    std::unordered_map<std::uint64_t, Merge> merges; // keyed by both ids, the first in the upper
                                                     // half
    std::optional<Index> unknown;                    // stands for characters without a token
    std::string prefix;                              // begins parts that continue a word
    std::string suffix;                              // ends parts that end a word
    bool fuses_unknown = false;                      // adjacent unknown characters become one token
    bool has_bytes = false;   // unknown characters become tokens of their bytes, "<0xE2>"
    bool tries_whole = false; // a word that is itself a token is not merged
};

/// Adds the next merge. Fails if a part or the result is not in the vocabulary.
Result<> add_merge(Bpe& bpe, const Vocabulary& vocabulary, const std::string& left,
                   const std::string& right);

/// Appends the ids of a word, in n log n time. Fails if a character has no token; the error names
/// it.
Result<> append_ids(const Bpe& bpe, const Vocabulary& vocabulary, std::string_view word,
                    std::vector<Index>& ids);

} // namespace attn::tokenizer
