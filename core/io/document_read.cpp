// SPDX-License-Identifier: MIT
#include "core/io/concepts_json.h"
#include "core/io/document_json.h"
#include "core/io/document_words.h"
#include "core/io/draw.h"
#include "core/io/json_values.h"
#include "core/io/switch_json.h"

#include <algorithm>
#include <span>

namespace attn::io {
namespace {

constexpr std::array<std::string_view, 17> known_keys = {
    "format", "version",    "generator", "kind",        "title",     "notes",
    "tokens", "embeddings", "draw",      "heads",       "scale",     "projections",
    "mask",   "normaliser", "axis",      "temperature", "convention"};
constexpr std::array<std::string_view, 3> head_keys = {"w_q", "w_k", "w_v"};

std::string version_text(Index major, Index minor) {
    return std::to_string(major) + "." + std::to_string(minor);
}

/// Sets `field` from the member when it is there; otherwise it keeps its default.
template <class Field, class Read>
Result<> take(const Json& root, const std::string& key, Field& field, Read read) {
    const auto at = root.find(key);
    if (at == root.end())
        return Nothing{};
    auto value = read(*at, key);
    if (!value)
        return value.error();
    field = *std::move(value);
    return Nothing{};
}

template <class Choice, std::size_t Count>
auto choice_from(const std::array<std::pair<std::string_view, Choice>, Count>& table) {
    return [&table](const Json& value, const std::string& path) {
        return read_choice<Choice>(value, path, table);
    };
}

Result<> check_format(const Json& root) {
    const auto format = root.find("format");
    if (format == root.end())
        return Error{"the key \"format\" is missing; an Attention Lab document begins with "
                     "\"format\": \"attention-lab\""};
    if (*format != "attention-lab")
        return Error{"found " + found(*format) + ", expected \"attention-lab\"", "format"};

    const auto version = root.find("version");
    if (version == root.end())
        return Error{"the key \"version\" is missing; expected \"version\": [1, 0]"};
    if (!version->is_array() || version->size() != 2)
        return Error{"found " + found(*version) + ", expected two numbers such as [1, 0]",
                     "version"};
    constexpr Index most = 1'000'000;
    const auto major = read_whole((*version)[0], "version[0]", 1, most);
    if (!major)
        return major.error();
    const auto minor = read_whole((*version)[1], "version[1]", 0, most);
    if (!minor)
        return minor.error();
    if (*major > format_major)
        return Error{"the file has format version " + version_text(*major, *minor) +
                         ", this program reads up to version " + std::to_string(format_major) +
                         ".x; open it with a newer Attention Lab",
                     "version"};

    return Nothing{};
}

Result<std::vector<std::string>> read_tokens(const Json& root) {
    const auto tokens = root.find("tokens");
    if (tokens == root.end())
        return Error{"the key \"tokens\" is missing; expected a list of words, one for each row "
                     "of the embeddings"};
    if (!tokens->is_array())
        return Error{"found " + found(*tokens) +
                         ", expected a list of words such as [\"a\", "
                         "\"b\"]",
                     "tokens"};
    if (tokens->size() > static_cast<std::size_t>(max_tokens))
        return Error{std::to_string(tokens->size()) + " tokens are more than the limit of " +
                         std::to_string(max_tokens) +
                         "; leave some out, or open the file in the window, which offers a part",
                     "tokens"};
    std::vector<std::string> words;
    for (std::size_t at = 0; at < tokens->size(); ++at) {
        auto word = read_text((*tokens)[at], "tokens[" + std::to_string(at) + "]");
        if (!word)
            return word.error();
        words.push_back(*std::move(word));
    }
    return words;
}

/// The matrix under `key` of `object`, given or drawn; `path` is its whole path. Drawn matrices
/// that are used are taken out of `drawn`.
Result<SharedMatrix> given_or_drawn(const Json& object, const std::string& key,
                                    const std::string& path, Index max_rows, Drawn& drawn) {
    const auto given = object.find(key);
    auto draw = drawn.extract(path);
    if (given == object.end() && draw.empty()) {
        const auto parent = path == key ? 0 : path.size() - key.size() - 1;
        return Error{"the key \"" + key + "\" is missing; expected the rows of the matrix",
                     path.substr(0, parent)};
    }
    if (given == object.end())
        return SharedMatrix(std::move(draw.mapped()));
    if (!draw.empty())
        return Error{"the matrix is given here and drawn under \"draw\" as well; remove one", path};
    auto matrix = read_matrix(*given, path, max_rows, max_width);
    if (!matrix)
        return matrix.error();
    return SharedMatrix(*std::move(matrix));
}

Result<std::vector<HeadWeights>> read_heads(const Json& root, Projections projections,
                                            Drawn& drawn) {
    const auto given = root.find("heads");
    std::size_t count = 0;
    if (given != root.end()) {
        if (!given->is_array())
            return Error{"found " + found(*given) + ", expected a list of heads", "heads"};
        count = given->size();
    } else {
        // Heads that are drawn whole need not be listed.
        while (std::any_of(drawn.begin(), drawn.end(), [&](const auto& entry) {
            return entry.first.starts_with("heads[" + std::to_string(count) + "]");
        }))
            ++count;
    }
    if (count == 0 && projections == Projections::Learned)
        return Error{"there are no heads; expected \"heads\": [{\"w_q\": …, \"w_k\": …, \"w_v\": "
                     "…}], or \"projections\": \"none\""};
    if (count > static_cast<std::size_t>(max_heads))
        return Error{std::to_string(count) + " heads are more than the limit of " +
                         std::to_string(max_heads),
                     "heads"};
    const Json nothing_given = Json::object();
    std::vector<HeadWeights> heads;
    for (std::size_t at = 0; at < count; ++at) {
        const std::string path = "heads[" + std::to_string(at) + "]";
        const Json& head = given == root.end() ? nothing_given : (*given)[at];
        if (!head.is_object())
            return Error{"found " + found(head) + ", expected an object with w_q, w_k and w_v",
                         path};
        HeadWeights weights;
        for (auto [key, matrix] : {std::pair("w_q", &weights.w_q), std::pair("w_k", &weights.w_k),
                                   std::pair("w_v", &weights.w_v)}) {
            auto read = given_or_drawn(head, key, path + "." + key, max_width, drawn);
            if (!read)
                return read.error();
            *matrix = *std::move(read);
        }
        heads.push_back(std::move(weights));
    }
    return heads;
}

Result<> read_switches(const Json& root, Index tokens, Switches& switches) {
    if (auto fault = take(root, "scale", switches.scale, read_scale); !fault)
        return fault;
    const auto mask = [&](const Json& value, const std::string& path) {
        return read_mask(value, path, tokens);
    };
    if (auto fault = take(root, "mask", switches.mask, mask); !fault)
        return fault;
    if (auto fault = take(root, "normaliser", switches.normaliser, choice_from(normaliser_words));
        !fault)
        return fault;
    if (auto fault = take(root, "axis", switches.axis, choice_from(axis_words)); !fault)
        return fault;
    return take(root, "temperature", switches.temperature, read_number);
}

/// The members of an object that are not in the list, taken out of it.
Json unknown_members(Json& object, std::span<const std::string_view> known) {
    Json unknown = Json::object();
    for (auto& [key, value] : object.get_ref<Json::object_t&>())
        if (std::find(known.begin(), known.end(), key) == known.end())
            unknown[key] = std::move(value);
    return unknown;
}

std::string unknown_keys(Json& root) {
    Json unknown = unknown_members(root, known_keys);
    if (const auto heads = root.find("heads"); heads != root.end()) {
        Json inside = Json::array();
        bool is_empty = true;
        for (Json& head : *heads) {
            inside.push_back(unknown_members(head, head_keys));
            is_empty = is_empty && inside.back().empty();
        }
        if (!is_empty)
            unknown["heads"] = inside;
    }
    return unknown.empty() ? std::string() : unknown.dump();
}

/// The `where` of its errors is a key path.
Result<Document> read(Json& root) {
    if (!root.is_object())
        return Error{"found " + found(root) + ", expected an object"};
    if (auto fault = check_format(root); !fault)
        return fault.error();
    Document document;
    if (auto fault = take(root, "title", document.title, read_text); !fault)
        return fault.error();
    if (auto fault = take(root, "notes", document.notes, read_text); !fault)
        return fault.error();
    if (auto fault = take(root, "kind", document.kind, choice_from(kind_words)); !fault)
        return fault.error();
    if (document.kind == Kind::Concepts)
        return read_concepts(root, std::move(document));
    if (auto fault = take(root, "projections", document.projections, choice_from(projection_words));
        !fault)
        return fault.error();

    Drawn drawn;
    const auto draw = [](const Json& value, const std::string&) { return draw_matrices(value); };
    if (auto fault = take(root, "draw", drawn, draw); !fault)
        return fault.error();
    auto tokens = read_tokens(root);
    if (!tokens)
        return tokens.error();
    document.tokens = *std::move(tokens);
    auto embeddings = given_or_drawn(root, "embeddings", "embeddings", max_tokens, drawn);
    if (!embeddings)
        return embeddings.error();
    document.embeddings = *std::move(embeddings);
    auto heads = read_heads(root, document.projections, drawn);
    if (!heads)
        return heads.error();
    document.heads = *std::move(heads);
    if (!drawn.empty())
        return Error{"\"" + drawn.begin()->first +
                         "\" is drawn, but the document has no such head; heads count from 0",
                     "draw"};
    const auto words = static_cast<Index>(document.tokens.size());
    if (auto fault = read_switches(root, words, document.switches); !fault)
        return fault.error();
    if (auto fault = take(root, "convention", document.convention, choice_from(convention_words));
        !fault)
        return fault.error();
    document.unknown_keys = unknown_keys(root);
    if (auto fault = validate(document); !fault)
        return fault.error();
    return document;
}

} // namespace

Result<Document> read_document(std::string_view bytes, std::string_view file_name) {
    auto root = parse_json(bytes, file_name);
    if (!root)
        return root.error();
    auto document = read(*root);
    if (!document)
        return Error{document.error().message, where_is(bytes, file_name, document.error().where)};
    return document;
}

} // namespace attn::io
