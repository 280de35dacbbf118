// SPDX-License-Identifier: MIT
// The tokens of a model and their ids, found in both directions.
#pragma once

#include "core/base/matrix.h"
#include "core/base/result.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace attn::tokenizer {

/// Ids are below this. The largest vocabularies have 256,000 tokens.
constexpr Index max_tokens = Index{1} << 21;

/// Lets a map of strings be searched with a string_view, without a copy.
struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
        return std::hash<std::string_view>{}(text);
    }
};
using TextIds = std::unordered_map<std::string, Index, TextHash, std::equal_to<>>;

struct Vocabulary {
    TextIds ids;
    std::vector<std::optional<std::string>> texts; // by id; ids may have holes
};

/// Adds a token. Fails if its id or text is already there, or if the id is below 0 or too large.
Result<> add_token(Vocabulary& vocabulary, std::string text, Index id);

std::optional<Index> id_of(const Vocabulary& vocabulary, std::string_view text);

/// The name of a byte in SentencePiece vocabularies: "<0xE2>".
std::string byte_name(unsigned char byte);

/// Returns the ids of bytes by these names; nothing if one is missing.
std::optional<std::vector<Index>> byte_ids(const Vocabulary& vocabulary, std::string_view bytes);

/// The error for text without a token.
Error unknown_text(std::string_view text);

} // namespace attn::tokenizer
