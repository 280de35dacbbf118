// SPDX-License-Identifier: MIT
// WordLevel: every word of the vocabulary is one token; any other word is unknown.
#pragma once

#include "core/tokenizer/vocabulary.h"

#include <optional>
#include <string_view>
#include <vector>

namespace attn::tokenizer {

struct WordLevel {
    std::optional<Index> unknown;
};

Result<> append_ids(const WordLevel& model, const Vocabulary& vocabulary, std::string_view word,
                    std::vector<Index>& ids);

} // namespace attn::tokenizer
