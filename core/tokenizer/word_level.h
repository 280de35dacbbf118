// SPDX-License-Identifier: MIT
// WordLevel: every word is one token, as it stands in the vocabulary; any other is unknown.
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
