// SPDX-License-Identifier: MIT
#include "core/tokenizer/word_piece.h"

#include <algorithm>
#include <cstddef>

namespace attn::tokenizer {
namespace {

bool continues_character(char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
}

/// The ids of a word; nothing if tokens cannot make it up.
std::optional<std::vector<Index>> pieces_of(const WordPiece& model, const Vocabulary& vocabulary,
                                            std::string_view word) {
    const auto characters =
        word.size() -
        static_cast<std::size_t>(std::count_if(word.begin(), word.end(), continues_character));
    if (static_cast<Index>(characters) > model.max_characters)
        return std::nullopt;
    std::vector<Index> ids;
    for (std::size_t begin = 0; begin < word.size();) {
        std::size_t end = word.size();
        std::optional<Index> id;
        while (end > begin && !id) {
            const std::string piece =
                (begin == 0 ? "" : model.prefix) + std::string(word.substr(begin, end - begin));
            id = id_of(vocabulary, piece);
            if (!id)
                do
                    --end;
                while (end > begin && continues_character(word[end]));
        }
        if (!id)
            return std::nullopt;
        ids.push_back(*id);
        begin = end;
    }
    return ids;
}

} // namespace

Result<> append_ids(const WordPiece& model, const Vocabulary& vocabulary, std::string_view word,
                    std::vector<Index>& ids) {
    if (const auto pieces = pieces_of(model, vocabulary, word))
        ids.insert(ids.end(), pieces->begin(), pieces->end());
    else if (model.unknown)
        ids.push_back(*model.unknown);
    else
        return unknown_text(word);
    return Nothing{};
}

} // namespace attn::tokenizer
