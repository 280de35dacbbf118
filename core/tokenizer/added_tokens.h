// SPDX-License-Identifier: MIT
// Tokens added to a model's vocabulary and found in the text before it is split: "<s>", "[MASK]",
// "<|endoftext|>". Some are searched in the text as written, others in the normalised text.
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
    bool is_single_word = false; // matches only a whole word
    bool takes_spaces_left = false;
    bool takes_spaces_right = false;
    bool is_normalised = false; // searched in the normalised text
};

/// Finds the longest token at each place.
struct Finder {
    std::unordered_map<std::string, AddedToken, TextHash, std::equal_to<>> tokens;
    std::map<char, std::vector<std::size_t>> lengths; // by the first byte, the longest first
};

struct AddedTokens {
    Finder as_written;
    Finder normalised;
    std::map<Index, std::string> texts; // all tokens, by id
};

/// Fails if a token's text or id already stands for another token, in the vocabulary or among the
/// added tokens.
Result<AddedTokens> make_added_tokens(std::vector<AddedToken> tokens, const Vocabulary& vocabulary,
                                      const std::vector<NormalizerStep>& normalizer);

/// Cuts the text into pieces. Found added tokens are settled; the rest is normalised.
Result<std::vector<Piece>> find_added(const AddedTokens& added,
                                      const std::vector<NormalizerStep>& normalizer,
                                      std::string_view text);

} // namespace attn::tokenizer
