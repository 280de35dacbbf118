// SPDX-License-Identifier: MIT
// Tokens that stand beside a model's vocabulary or are found in the text before it is split:
// "<s>", "[MASK]", "<|endoftext|>". Some are looked for in the text as it is written, others after
// it is normalised.
#pragma once

#include "core/tokenizer/normalizer.h"
#include "core/tokenizer/split.h"
#include "core/tokenizer/vocabulary.h"

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace attn::tokenizer {

struct AddedToken {
    std::string text;
    Index id = 0;
    bool is_single_word = false; // not as a part of a word
    bool takes_spaces_left = false;
    bool takes_spaces_right = false;
    bool is_normalised = false; // looked for in the normalised text
};

/// Finds the longest of its texts at each place.
struct Finder {
    std::unordered_map<std::string, AddedToken, TextHash, std::equal_to<>> tokens;
    std::map<char, std::vector<std::size_t>> lengths; // by the first byte, the longest first
};

struct AddedTokens {
    Finder as_written;
    Finder normalised;
    std::map<Index, std::string> texts; // of all, by id
};

/// Refused: a token whose text or id the vocabulary or another added token has otherwise.
Result<AddedTokens> make_added_tokens(std::vector<AddedToken> tokens, const Vocabulary& vocabulary,
                                      const std::vector<NormalizerStep>& normalizer);

/// The text as pieces, normalised but where an added token was found, which is settled.
Result<std::vector<Piece>> find_added(const AddedTokens& added,
                                      const std::vector<NormalizerStep>& normalizer,
                                      std::string_view text);

} // namespace attn::tokenizer
