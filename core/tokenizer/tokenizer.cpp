// SPDX-License-Identifier: MIT
#include "core/tokenizer/tokenizer.h"

#include "core/base/utf8.h"
#include "core/tokenizer/folder_readers.h"

#include <array>
#include <cassert>
#include <filesystem>
#include <system_error>
#include <unordered_set>
#include <utility>

namespace attn::tokenizer {
namespace {

/// A way to store a tokenizer in a folder: the files it needs and their reader.
struct FolderWay {
    std::string_view first;
    std::string_view second; // empty if one file is enough
    Result<Pipeline> (*read)(const std::string& folder);
    /// The text of a tokenizer.json that splits texts alike; null: it cannot be written.
    Result<std::string> (*text)(const std::string& folder) = nullptr;
};

const std::array<FolderWay, 4> ways{{
    {"tokenizer.json", "",
     [](const std::string& folder) {
         return read_tokenizer_json(path_in(folder, "tokenizer.json"));
     },
     [](const std::string& folder) { return compact_json(path_in(folder, "tokenizer.json")); }},
    {"tokenizer.model", "", read_sentence_piece_folder},
    {"vocab.json", "merges.txt", read_merges_folder, merges_folder_json},
    {"vocab.txt", "", read_word_piece_folder},
}};

std::string files_of(const FolderWay& way) {
    return std::string(way.first) + (way.second.empty() ? "" : " and " + std::string(way.second));
}

/// The way that a folder has the files for; null: none.
const FolderWay* way_of(const std::string& folder) {
    for (const FolderWay& way : ways)
        if (is_there(folder, std::string(way.first)) &&
            (way.second.empty() || is_there(folder, std::string(way.second))))
            return &way;
    return nullptr;
}

std::string described(const Pipeline& pipeline, const std::string& from) {
    return model_name(pipeline) + " from " + from + ", " + std::to_string(count_tokens(pipeline)) +
           " tokens";
}

Error no_file(const std::string& folder) {
    std::string all;
    for (const FolderWay& way : ways)
        all += (all.empty() ? "" : &way == &ways.back() ? ", or " : ", ") + files_of(way);
    for (const FolderWay& way : ways)
        if (!way.second.empty())
            for (const auto& [there, missing] :
                 {std::pair(way.first, way.second), std::pair(way.second, way.first)})
                if (is_there(folder, std::string(there)))
                    return Error{"there is " + std::string(there) + " but no " +
                                     std::string(missing) + "; put " + std::string(missing) +
                                     " into the folder as well",
                                 printable(folder)};
    return Error{"there is no tokenizer in this folder; put " + all + " of the model into it",
                 printable(folder)};
}

} // namespace

std::string path_in(const std::string& folder, const std::string& name) {
    return (std::filesystem::path(folder) / name).string();
}

bool is_there(const std::string& folder, const std::string& name) {
    std::error_code ignored;
    return std::filesystem::exists(path_in(folder, name), ignored);
}

Result<Tokenizer> open_tokenizer(const std::string& folder) {
    std::error_code ignored;
    if (!std::filesystem::is_directory(folder, ignored))
        return Error{"this is not a folder; give the folder that holds the files of the model",
                     printable(folder)};
    const FolderWay* const way = way_of(folder);
    if (!way)
        return no_file(folder);
    auto pipeline = way->read(folder);
    if (!pipeline)
        return pipeline.error();
    Parts parts{*std::move(pipeline), ""};
    parts.description = described(parts.pipeline, files_of(*way));
    return Tokenizer{std::make_shared<const Parts>(std::move(parts))};
}

Result<Tokenizer> read_tokenizer(std::string_view json, const std::string& name) {
    auto pipeline = read_tokenizer_json_text(json, name);
    if (!pipeline)
        return pipeline.error();
    Parts parts{*std::move(pipeline), ""};
    parts.description = described(parts.pipeline, name);
    return Tokenizer{std::make_shared<const Parts>(std::move(parts))};
}

Result<std::string> tokenizer_text(const std::string& folder, std::size_t most) {
    const FolderWay* const way = way_of(folder);
    if (!way)
        return no_file(folder);
    if (!way->text)
        return Error{files_of(*way) + " cannot be written as a tokenizer.json; put the "
                                      "tokenizer.json of the model into the folder",
                     printable(folder)};
    auto text = way->text(folder);
    if (text && text->size() > most)
        return Error{files_of(*way) + (way->second.empty() ? " has " : " have ") +
                         std::to_string(text->size()) + " bytes without blanks; at most " +
                         std::to_string(most) + " travel with a document",
                     printable(folder)};
    return text;
}

std::vector<std::string> token_texts(const Tokenizer& tokenizer, Index count) {
    assert(tokenizer.parts && "a tokenizer comes from open_tokenizer()");
    const Pipeline& pipeline = tokenizer.parts->pipeline;
    std::vector<std::string> texts;
    std::unordered_set<std::string> known;
    for (Index id = 0; id < count; ++id) {
        const std::string number = "[" + std::to_string(id) + "]";
        std::string text = has_token(pipeline, id) ? text_of(pipeline, id) : number;
        if (text.empty() || known.contains(text))
            text += (text.empty() ? "" : " ") + number;
        while (!known.insert(text).second) // a token may be spelt so
            text += "]";
        texts.push_back(std::move(text));
    }
    return texts;
}

Result<std::vector<Token>> tokenize(const Tokenizer& tokenizer, std::string_view text) {
    assert(tokenizer.parts && "a tokenizer comes from open_tokenizer()");
    if (text.size() > max_text_bytes)
        return Error{"the text has " + std::to_string(text.size()) + " bytes; at most " +
                     std::to_string(max_text_bytes) + " are split into tokens"};
    if (const auto at = first_invalid_utf8(text); at != std::string_view::npos)
        return Error{"the text is not UTF-8 at its byte " + std::to_string(at + 1) +
                     "; save it as UTF-8"};
    const Pipeline& pipeline = tokenizer.parts->pipeline;
    const auto ids = ids_of(pipeline, text);
    if (!ids)
        return ids.error();
    std::vector<Token> tokens;
    tokens.reserve(ids->size());
    for (const Index id : *ids)
        tokens.push_back({id, text_of(pipeline, id)});
    return tokens;
}

std::string described(const Tokenizer& tokenizer) {
    assert(tokenizer.parts && "a tokenizer comes from open_tokenizer()");
    return tokenizer.parts->description;
}

} // namespace attn::tokenizer
