// SPDX-License-Identifier: MIT
#include "core/io/concepts_json.h"

#include "core/base/utf8.h"
#include "core/io/json_values.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace attn::io {
namespace {

constexpr std::array<std::string_view, 12> known_keys = {
    "format", "version", "generator", "kind", "title",   "notes",
    "rows",   "columns", "ratings",   "k",    "vectors", "vector_order"};

Error missing(const std::string& key, const std::string& expected) {
    return Error{"the key \"" + key + "\" is missing; expected " + expected};
}

Result<std::vector<std::string>> read_names(const Json& value, const std::string& key) {
    if (!value.is_array())
        return Error{"found " + found(value) + ", expected a list of names such as [\"a\", \"b\"]",
                     key};
    if (value.size() > static_cast<std::size_t>(max_concept_side))
        return Error{std::to_string(value.size()) + " names are more than the limit of " +
                         std::to_string(max_concept_side),
                     key};
    std::vector<std::string> list;
    for (std::size_t at = 0; at < value.size(); ++at) {
        auto name = read_text(value[at], key + "[" + std::to_string(at) + "]");
        if (!name)
            return name.error();
        list.push_back(*std::move(name));
    }
    return list;
}

/// The names of the vectors in the order of the key `vector_order`, else in that of the alphabet.
Result<std::vector<std::string>> read_order(const Json& root, const Json& vectors) {
    std::vector<std::string> list;
    for (const auto& [name, vector] : vectors.items())
        list.push_back(name);
    const auto order = root.find("vector_order");
    if (order == root.end())
        return list;
    auto given = read_names(*order, "vector_order");
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

} // namespace

Result<Document> read_concepts(const Json& root, Document document) {
    document.kind = Kind::Concepts;
    document.projections = Projections::None;
    for (auto [key, list] : {std::pair("rows", &document.tokens.own()),
                             std::pair("columns", &document.concepts.columns)}) {
        const auto value = root.find(key);
        if (value == root.end())
            return missing(key,
                           "a list of names, one for each of the ratings' " + std::string(key));
        auto names = read_names(*value, key);
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
    Json unknown = Json::object();
    for (const auto& [key, value] : root.items())
        if (std::find(known_keys.begin(), known_keys.end(), key) == known_keys.end())
            unknown[key] = value;
    if (!unknown.empty())
        document.unknown_keys = unknown.dump();
    if (auto fault = validate(document); !fault)
        return fault.error();
    return document;
}

} // namespace attn::io
