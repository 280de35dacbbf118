// SPDX-License-Identifier: MIT
#include "core/tokenizer/vocabulary.h"

#include "core/base/utf8.h"

#include <utility>

namespace attn::tokenizer {

Result<> add_token(Vocabulary& vocabulary, std::string text, Index id) {
    if (id < 0 || id >= max_tokens)
        return Error{"the token " + cite(text) + " has the id " + std::to_string(id) +
                     "; ids go from 0 to " + std::to_string(max_tokens - 1)};
    const auto at = static_cast<std::size_t>(id);
    if (at >= vocabulary.texts.size())
        vocabulary.texts.resize(at + 1);
    if (vocabulary.texts[at])
        return Error{"the tokens " + cite(*vocabulary.texts[at]) + " and " + cite(text) +
                     " both have the id " + std::to_string(id)};
    if (const auto found = vocabulary.ids.find(text); found != vocabulary.ids.end())
        return Error{"the token " + cite(text) + " appears twice, with the ids " +
                     std::to_string(found->second) + " and " + std::to_string(id)};
    vocabulary.texts[at] = text;
    vocabulary.ids.emplace(std::move(text), id);
    return Nothing{};
}

std::optional<Index> id_of(const Vocabulary& vocabulary, std::string_view text) {
    const auto found = vocabulary.ids.find(text);
    return found == vocabulary.ids.end() ? std::nullopt : std::optional(found->second);
}

std::string byte_name(unsigned char byte) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    return std::string("<0x") + digits[byte >> 4] + digits[byte & 15] + ">";
}

std::optional<std::vector<Index>> byte_ids(const Vocabulary& vocabulary, std::string_view bytes) {
    std::vector<Index> ids;
    for (const char byte : bytes) {
        const auto id = id_of(vocabulary, byte_name(static_cast<unsigned char>(byte)));
        if (!id)
            return std::nullopt;
        ids.push_back(*id);
    }
    return ids;
}

Error unknown_text(std::string_view text) {
    return Error{cite(text) + " is not in the vocabulary of the tokenizer, which has no token for "
                              "unknown text; remove it from the text"};
}

} // namespace attn::tokenizer
