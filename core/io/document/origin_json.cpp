// SPDX-License-Identifier: MIT
#include "core/io/document/origin_json.h"

#include "core/base/utf8.h"
#include "core/io/document/document_members.h"
#include "core/io/document/json_literal.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace attn::io {
namespace {

constexpr Index most_origin_layers = 10'000; // as many as a model may have
constexpr std::uint64_t most_file_bytes = std::uint64_t{1} << 50U;
constexpr Index most_token_id = 2'147'483'647;

/// The member of an object. The error says what is missing or unknown there.
Result<const Json*> member(const Json& object, const std::string& path, const char* key,
                           const char* expected) {
    const auto found = object.find(key);
    if (found == object.end())
        return Error{"the key " + cite(key) + " is missing; expected " + expected, path};
    return &*found;
}

Result<std::map<std::string, std::uint64_t>> read_files(const Json& value,
                                                        const std::string& path) {
    if (!value.is_object())
        return Error{"found " + found(value) + ", expected files with their sizes in bytes", path};
    std::map<std::string, std::uint64_t> files;
    for (const auto& [name, size] : value.items()) {
        if (!size.is_number_unsigned() || size.get<std::uint64_t>() > most_file_bytes)
            return Error{"found " + found(size) + ", expected a size in bytes",
                         key_path(path, name)};
        files.emplace(name, size.get<std::uint64_t>());
    }
    return files;
}

Result<std::vector<Index>> read_ids(const Json& value, const std::string& path) {
    if (!value.is_array() || value.size() > static_cast<std::size_t>(max_tokens))
        return Error{"found " + found(value) + ", expected a list of at most " +
                         std::to_string(max_tokens) + " token ids",
                     path};
    std::vector<Index> ids;
    for (std::size_t at = 0; at < value.size(); ++at) {
        const auto id =
            read_whole(value[at], path + "[" + std::to_string(at) + "]", 0, most_token_id);
        if (!id)
            return id.error();
        ids.push_back(*id);
    }
    return ids;
}

bool is_hash(const std::string& text) {
    constexpr std::size_t digits = 64;
    return text.size() == digits && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

} // namespace

Result<ModelOrigin> read_origin(const Json& value, const std::string& path) {
    constexpr const char* example = R"(an object such as {"model": {"folder": "gpt2", …}})";
    if (!value.is_object())
        return Error{"found " + found(value) + ", expected " + example, path};
    const auto about = member(value, path, "model", example);
    if (!about)
        return about.error();
    const std::string inside = key_path(path, "model");
    const Json& model = **about;
    if (!model.is_object())
        return Error{"found " + found(model) + ", expected an object", inside};
    constexpr std::string_view keys[] = {"folder", "layer", "head", "token_ids", "files", "index"};
    for (const auto& [key, unused] : model.items())
        if (std::find(std::begin(keys), std::end(keys), key) == std::end(keys))
            return Error{"unknown key " + cite(key) +
                             "; the keys are folder, layer, head, token_ids, files and index",
                         key_path(inside, key)};
    ModelOrigin origin;
    const auto folder = member(model, inside, "folder", "the folder of the model");
    const auto layer = member(model, inside, "layer", "the number of the layer");
    const auto ids = member(model, inside, "token_ids", "a list of token ids");
    const auto files = member(model, inside, "files", "files with their sizes in bytes");
    const auto index = member(model, inside, "index", "a SHA-256");
    for (const auto* const one : {&folder, &layer, &ids, &files, &index})
        if (!*one)
            return one->error();
    auto name = read_text(**folder, key_path(inside, "folder"));
    const auto number = read_whole(**layer, key_path(inside, "layer"), 0, most_origin_layers - 1);
    auto tokens = read_ids(**ids, key_path(inside, "token_ids"));
    auto sizes = read_files(**files, key_path(inside, "files"));
    auto hash = read_text(**index, key_path(inside, "index"));
    if (!name)
        return name.error();
    if (!number)
        return number.error();
    if (!tokens)
        return tokens.error();
    if (!sizes)
        return sizes.error();
    if (!hash)
        return hash.error();
    if (!is_hash(*hash))
        return Error{"found " + cite(*hash) + ", expected a SHA-256 of 64 hexadecimal digits",
                     key_path(inside, "index")};
    if (const auto head = model.find("head"); head != model.end()) {
        const auto which = read_whole(*head, key_path(inside, "head"), 0, most_token_id);
        if (!which)
            return which.error();
        origin.head = *which;
    }
    origin.folder = *std::move(name);
    origin.layer = *number;
    origin.ids = *std::move(tokens);
    origin.files = *std::move(sizes);
    origin.index = *std::move(hash);
    return origin;
}

std::string origin_text(const ModelOrigin& origin) {
    JsonMembers members{{"folder", json_string(origin.folder)},
                        {"layer", std::to_string(origin.layer)}};
    if (origin.head)
        members.emplace_back("head", std::to_string(*origin.head));
    std::string ids, files;
    for (const Index id : origin.ids)
        ids += (ids.empty() ? "" : ", ") + std::to_string(id);
    for (const auto& [name, size] : origin.files)
        files += (files.empty() ? "" : ", ") + json_string(name) + ": " + std::to_string(size);
    members.emplace_back("token_ids", "[" + ids + "]");
    members.emplace_back("files", "{" + files + "}");
    members.emplace_back("index", json_string(origin.index));
    return json_object({{"model", json_object(std::move(members), "    ")}}, "  ");
}

} // namespace attn::io
