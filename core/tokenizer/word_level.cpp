// SPDX-License-Identifier: MIT
#include "core/tokenizer/word_level.h"

namespace attn::tokenizer {

Result<> append_ids(const WordLevel& model, const Vocabulary& vocabulary, std::string_view word,
                    std::vector<Index>& ids) {
    if (const auto id = id_of(vocabulary, word))
        ids.push_back(*id);
    else if (model.unknown)
        ids.push_back(*model.unknown);
    else
        return unknown_text(word);
    return Nothing{};
}

} // namespace attn::tokenizer
