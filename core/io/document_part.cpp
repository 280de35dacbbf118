// SPDX-License-Identifier: MIT
#include "core/io/document_part.h"

#include "core/io/document_json.h"
#include "core/io/json_text.h"

#include <algorithm>

namespace attn::io {
namespace {

/// Keeps the entries from `first` on, at most max_tokens.
void keep_part(Json& list, Index first) {
    const auto count = static_cast<Index>(list.size());
    const Index begin = std::min(first, count);
    const Index end = begin + std::min(max_tokens, count - begin);
    list.erase(list.begin() + end, list.end());
    list.erase(list.begin(), list.begin() + begin);
}

} // namespace

Result<Index> count_words(std::string_view bytes, std::string_view file_name) {
    const auto root = parse_json(bytes, file_name);
    if (!root)
        return root.error();
    const auto tokens = root->is_object() ? root->find("tokens") : root->end();
    if (tokens == root->end() || !tokens->is_array())
        return Error{"there is no list of words", std::string(file_name)};
    return static_cast<Index>(tokens->size());
}

Result<Document> read_part(std::string_view bytes, std::string_view file_name, Index first) {
    auto root = parse_json(bytes, file_name);
    if (!root)
        return root.error();
    if (!root->is_object() || !root->contains("embeddings"))
        return Error{"a part can be taken only of embeddings that are written out; these are drawn "
                     "by a seed",
                     std::string(file_name)};
    for (const char* key : {"tokens", "embeddings", "mask"})
        if (const auto list = root->find(key); list != root->end() && list->is_array())
            keep_part(*list, first);
    if (const auto mask = root->find("mask"); mask != root->end() && mask->is_array())
        for (Json& row : *mask)
            if (row.is_array())
                keep_part(row, first);
    return read_document(root->dump(), file_name);
}

} // namespace attn::io
