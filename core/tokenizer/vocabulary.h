// SPDX-License-Identifier: MIT
// The tokens of a model and their ids, each found by the other.
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

/// No id is as large. The largest vocabularies have 256,000 tokens.
constexpr Index max_tokens = Index{1} << 21;

/// Lets a map of texts be asked for a part of a text without a copy of it.
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

/// Adds a token. Refused: an id or a text that is there already, an id below 0 or too large.
Result<> add_token(Vocabulary& vocabulary, std::string text, Index id);

std::optional<Index> id_of(const Vocabulary& vocabulary, std::string_view text);

/// "<0xE2>": how vocabularies of SentencePiece name a byte.
std::string byte_name(unsigned char byte);

/// The ids of the bytes by these names; nothing if one is not there.
std::optional<std::vector<Index>> byte_ids(const Vocabulary& vocabulary, std::string_view bytes);

/// What is said of text that no token stands for.
Error unknown_text(std::string_view text);

} // namespace attn::tokenizer
