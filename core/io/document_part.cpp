// SPDX-License-Identifier: MIT
#include "core/io/document_part.h"

#include "core/io/document_inputs.h"
#include "core/io/document_json.h"

#include <algorithm>

namespace attn::io {
namespace {

/// Keeps at most max_tokens entries, starting at `first`.
void keep_part(Json& list, Index first) {
    const auto count = static_cast<Index>(list.size());
    const Index begin = std::min(first, count);
    const Index end = begin + std::min(max_tokens, count - begin);
    list.erase(list.begin() + end, list.end());
    list.erase(list.begin(), list.begin() + begin);
}

/// Returns the member of an object; null if there is none.
Json* member(Json* object, const char* key) {
    if (!object || !object->is_object() || !object->contains(key))
        return nullptr;
    return &(*object)[key];
}

/// What grows with the words of a document of attention; null if the file has none of it.
struct WordParts {
    Json* words = nullptr;
    Json* embeddings = nullptr;
    Json* mask = nullptr;
};
WordParts word_parts(Json& root) {
    Json* const inputs = member(&root, "inputs");
    const auto x = inputs && inputs->is_object() ? find_input(*inputs, "X") : Json::iterator();
    return {member(member(&root, "lists"), "words"),
            inputs && inputs->is_object() && x != inputs->end() ? &*x : nullptr,
            member(member(&root, "model"), "mask")};
}

} // namespace

Result<Index> count_words(std::string_view bytes, std::string_view file_name) {
    auto root = parse_json(bytes, file_name);
    if (!root)
        return root.error();
    const WordParts parts = word_parts(*root);
    if (!parts.words || !parts.words->is_array())
        return Error{"there is no list of words", std::string(file_name)};
    return static_cast<Index>(parts.words->size());
}

Result<Document> read_part(std::string_view bytes, std::string_view file_name, Index first) {
    auto root = parse_json(bytes, file_name);
    if (!root)
        return root.error();
    const WordParts parts = word_parts(*root);
    if (!parts.embeddings)
        return Error{"a part can be taken only of embeddings that are written out; these are drawn "
                     "by a seed",
                     std::string(file_name)};
    for (Json* const list : {parts.words, parts.embeddings, parts.mask})
        if (list && list->is_array())
            keep_part(*list, first);
    if (parts.mask && parts.mask->is_array())
        for (Json& row : *parts.mask)
            if (row.is_array())
                keep_part(row, first);
    return read_document(root->dump(), file_name);
}

} // namespace attn::io
