// SPDX-License-Identifier: MIT
#include "core/io/version_1.h"

#include "core/io/document_words.h"
#include "core/io/switch_json.h"

#include <algorithm>
#include <array>

namespace attn::io {
namespace {

constexpr std::array<std::pair<std::string_view, Model>, 2> kind_words = {
    {{"attention", Model::Attention}, {"concepts", Model::Concepts}}};

constexpr std::array<std::string_view, 17> attention_keys = {
    "format", "version",    "generator", "kind",        "title",     "notes",
    "tokens", "embeddings", "draw",      "heads",       "scale",     "projections",
    "mask",   "normaliser", "axis",      "temperature", "convention"};
constexpr std::array<std::string_view, 3> head_keys = {"w_q", "w_k", "w_v"};
constexpr std::array<std::string_view, 12> concept_keys = {
    "format", "version", "generator", "kind", "title",   "notes",
    "rows",   "columns", "ratings",   "k",    "vectors", "vector_order"};
/// Version 2 would take them for its own.
constexpr std::array<std::string_view, 7> reserved = {"model",      "lists",    "inputs",   "draw",
                                                      "convention", "training", "version_1"};

std::string unknown_text(Json unknown) {
    Json aside = Json::object();
    for (const std::string_view key : reserved)
        if (const auto at = unknown.find(key); at != unknown.end()) {
            aside[std::string(key)] = std::move(*at);
            unknown.erase(at);
        }
    if (!aside.empty())
        unknown["version_1"] = std::move(aside);
    return unknown.empty() ? std::string() : unknown.dump();
}

std::string unknown_keys(Json& root) {
    Json unknown = unknown_members(root, attention_keys);
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
    return unknown_text(std::move(unknown));
}

/// "embeddings" or "heads[0].w_q", for heads that a document may have.
bool is_drawn_path(const std::string& text) {
    if (text == "embeddings")
        return true;
    constexpr std::string_view begin = "heads[";
    const auto close = text.find(']');
    if (!text.starts_with(begin) || close == std::string::npos)
        return false;
    const std::string digits = text.substr(begin.size(), close - begin.size());
    if (digits.empty() || digits.size() > 3 || (digits.size() > 1 && digits[0] == '0') ||
        digits.find_first_not_of("0123456789") != std::string::npos ||
        std::stoi(digits) >= max_heads)
        return false;
    const std::string matrix = text.substr(close + 1);
    return matrix == ".w_q" || matrix == ".w_k" || matrix == ".w_v";
}

Result<RandomMatrices> read_random(const Json& streams, const std::string&) {
    const auto name_of = [](const std::string& path) {
        return is_drawn_path(path) ? std::optional(path) : std::nullopt;
    };
    return random_matrices(streams, {name_of, R"("embeddings", "heads[0].w_q", w_k or w_v)"});
}

Result<SharedMatrix> read_weights(const Json& object, const std::string& key,
                                  const std::string& path, Index max_rows, RandomMatrices& random) {
    const auto given = object.find(key);
    auto matrix = given_or_drawn(given == object.end() ? nullptr : &*given, path, path, max_rows,
                                 max_width, random);
    if (!matrix)
        return matrix.error();
    if (!*matrix) {
        const auto parent = path == key ? 0 : path.size() - key.size() - 1;
        return Error{"the key \"" + key + "\" is missing; expected the rows of the matrix",
                     path.substr(0, parent)};
    }
    return **std::move(matrix);
}

Result<std::vector<std::string>> read_tokens(const Json& root) {
    const auto tokens = root.find("tokens");
    if (tokens == root.end())
        return Error{"the key \"tokens\" is missing; expected a list of words, one for each row "
                     "of the embeddings"};
    return read_texts(*tokens, "tokens", {"words", "tokens", max_tokens, leave_words_out});
}

Result<std::vector<HeadWeights>> read_heads(const Json& root, Projections projections,
                                            RandomMatrices& random) {
    const auto given = root.find("heads");
    std::size_t count = 0;
    if (given != root.end()) {
        if (!given->is_array())
            return Error{"found " + found(*given) + ", expected a list of heads", "heads"};
        count = given->size();
    } else {
        // Heads that are random as a whole need not be listed.
        while (std::any_of(random.begin(), random.end(), [&](const auto& entry) {
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
            auto read = read_weights(head, key, path + "." + key, max_width, random);
            if (!read)
                return read.error();
            *matrix = *std::move(read);
        }
        heads.push_back(std::move(weights));
    }
    return heads;
}

Result<> read_switches(const Json& root, Index tokens, Switches& switches) {
    if (auto fault = take(root, "", "scale", switches.scale, read_scale); !fault)
        return fault;
    const auto mask = [&](const Json& value, const std::string& path) {
        return read_mask(value, path, tokens, tokens);
    };
    if (auto fault = take(root, "", "mask", switches.mask, mask); !fault)
        return fault;
    if (auto fault =
            take(root, "", "normaliser", switches.normaliser, choice_from(normaliser_words));
        !fault)
        return fault;
    if (auto fault = take(root, "", "axis", switches.axis, choice_from(axis_words)); !fault)
        return fault;
    return take(root, "", "temperature", switches.temperature, read_number);
}

Result<Document> read_attention(Json& root, Document document) {
    if (auto fault =
            take(root, "", "projections", document.projections, choice_from(projection_words));
        !fault)
        return fault.error();
    RandomMatrices random;
    if (auto fault = take(root, "", "draw", random, read_random); !fault)
        return fault.error();
    auto tokens = read_tokens(root);
    if (!tokens)
        return tokens.error();
    document.tokens = *std::move(tokens);
    auto embeddings = read_weights(root, "embeddings", "embeddings", max_tokens, random);
    if (!embeddings)
        return embeddings.error();
    document.embeddings = *std::move(embeddings);
    auto heads = read_heads(root, document.projections, random);
    if (!heads)
        return heads.error();
    document.heads = *std::move(heads);
    if (!random.empty())
        return Error{"\"" + random.begin()->first +
                         "\" is drawn, but the document has no such head; heads count from 0",
                     "draw"};
    const auto words = static_cast<Index>(document.tokens.size());
    if (auto fault = read_switches(root, words, document.switches); !fault)
        return fault.error();
    if (auto fault =
            take(root, "", "convention", document.convention, choice_from(convention_words));
        !fault)
        return fault.error();
    document.unknown_keys = unknown_keys(root);
    return document;
}

Error missing(const std::string& key, const std::string& expected) {
    return Error{"the key \"" + key + "\" is missing; expected " + expected};
}

/// The names of the vectors in the order of the key `vector_order`, else in that of the alphabet.
Result<std::vector<std::string>> read_order(const Json& root, const Json& vectors) {
    std::vector<std::string> list;
    for (const auto& [name, vector] : vectors.items())
        list.push_back(name);
    const auto order = root.find("vector_order");
    if (order == root.end())
        return list;
    auto given = read_texts(*order, "vector_order", {});
    if (!given)
        return given;
    std::vector<std::string> sorted = *given;
    std::sort(sorted.begin(), sorted.end());
    if (sorted != list)
        return Error{"expected each name of \"vectors\" once and no other", "vector_order"};
    return given;
}

Result<> read_vectors(const Json& root, Index films, ConceptInputs& concepts) {
    concepts.vectors = Matrix::Zero(0, films);
    const auto given = root.find("vectors");
    if (given == root.end())
        return Nothing{};
    if (!given->is_object())
        return Error{"found " + found(*given) +
                         ", expected names with their numbers such as {\"P8\": [5, 0]}",
                     "vectors"};
    if (given->size() > static_cast<std::size_t>(max_concept_side))
        return Error{std::to_string(given->size()) + " vectors are more than the limit of " +
                         std::to_string(max_concept_side),
                     "vectors"};
    auto order = read_order(root, *given);
    if (!order)
        return order.error();
    Matrix vectors(static_cast<Index>(order->size()), films);
    for (std::size_t at = 0; at < order->size(); ++at) {
        const Json& numbers = (*given)[(*order)[at]];
        const std::string path = "vectors." + (*order)[at];
        if (!numbers.is_array())
            return Error{"found " + found(numbers) + ", expected a list of numbers", path};
        if (static_cast<Index>(numbers.size()) != films)
            return Error{"the vector has " + std::to_string(numbers.size()) +
                             " numbers, expected " + std::to_string(films) +
                             ", one for each column of the ratings",
                         path};
        for (std::size_t film = 0; film < numbers.size(); ++film) {
            const auto number = read_number(numbers[film], path + "[" + std::to_string(film) + "]");
            if (!number)
                return number.error();
            vectors(static_cast<Index>(at), static_cast<Index>(film)) = *number;
        }
    }
    concepts.names = *std::move(order);
    concepts.vectors = std::move(vectors);
    return Nothing{};
}

Result<Document> read_concepts(Json& root, Document document) {
    document.projections = Projections::None;
    for (auto [key, list] : {std::pair("rows", &document.tokens.own()),
                             std::pair("columns", &document.concepts.columns)}) {
        const auto value = root.find(key);
        if (value == root.end())
            return missing(key,
                           "a list of names, one for each of the ratings' " + std::string(key));
        auto names = read_texts(*value, key, {});
        if (!names)
            return names.error();
        *list = *std::move(names);
    }
    const auto ratings = root.find("ratings");
    if (ratings == root.end())
        return missing("ratings", "the rows of the matrix");
    auto matrix = read_matrix(*ratings, "ratings", max_concept_side, max_concept_side);
    if (!matrix)
        return matrix.error();
    document.embeddings = *std::move(matrix);
    document.concepts.kept = concept_count(document);
    if (const auto k = root.find("k"); k != root.end()) {
        const auto kept = read_whole(*k, "k", 1, concept_count(document));
        if (!kept)
            return kept.error();
        document.concepts.kept = *kept;
    }
    if (auto fault = read_vectors(root, d_model(document), document.concepts); !fault)
        return fault.error();
    document.unknown_keys = unknown_text(unknown_members(root, concept_keys));
    return document;
}

constexpr std::array readers = {read_attention, read_concepts}; // in the order of the models

} // namespace

Result<Document> read_version_1(Json& root) {
    Document document;
    if (auto fault = take(root, "", "title", document.title, read_text); !fault)
        return fault.error();
    if (auto fault = take(root, "", "notes", document.notes, read_text); !fault)
        return fault.error();
    if (auto fault = take(root, "", "kind", document.model, choice_from(kind_words)); !fault)
        return fault.error();
    auto read = readers[static_cast<std::size_t>(document.model)](root, std::move(document));
    if (!read)
        return read;
    if (auto fault = validate(*read); !fault)
        return fault.error();
    return read;
}

WordParts word_parts_1(Json& root) {
    const auto list = [&root](const char* key) {
        const auto at = root.find(key);
        return at == root.end() ? nullptr : &*at;
    };
    return {list("tokens"), list("embeddings"), list("mask")};
}

} // namespace attn::io
