// SPDX-License-Identifier: MIT
#include "core/io/document_inputs.h"

#include "core/base/nearest.h"
#include "core/base/utf8.h"
#include "core/document/option_inputs.h"
#include "core/document/sheet.h"
#include "core/io/document_members.h"
#include "core/io/document_model.h"

#include <algorithm>
#include <iterator>

namespace attn::io {
namespace {

constexpr const char* in_section = "    "; // the indent of the lines of lists and inputs

const HeadWeights& weights(const Document& document, Index head) {
    return document.heads[static_cast<std::size_t>(head)];
}

Side any_columns(const Document&) {
    return {};
}
Side one_row_per_word(const Document& document) {
    const auto words = static_cast<Index>(document.tokens.size());
    return {words, max_tokens, "one row for each word"};
}
Side one_row_per_column_of_x(const Document& document) {
    return {d_model(document), max_width, "one row for each column of X"};
}
Side one_row_per_source_column(const Document& document) {
    return {source_width(document), max_width,
            document.options.has_memory ? "one row for each column of M"
                                        : "one row for each column of X"};
}
/// The columns of a group's keys: as wide as its first head's queries.
auto columns_of_w_q(Index group) {
    return [group](const Document& document) -> Side {
        const Index head = first_head_of(document, group);
        return {weights(document, head).w_q.cols(), max_width, "as many columns as W_Q has"};
    };
}
Side one_row_per_joined_column(const Document& document) {
    return {joined_width(document), max_heads * max_width,
            "one row for each column of the heads side by side"};
}
Side one_row_per_person(const Document& document) {
    const auto people = static_cast<Index>(document.tokens.size());
    return {people, max_concept_side, "one row for each person"};
}
Side one_column_per_film(const Document& document) {
    const auto films = static_cast<Index>(document.concepts.columns.size());
    return {films, max_concept_side, "one column for each film"};
}
Side one_row_per_vector(const Document& document) {
    const auto vectors = static_cast<Index>(document.concepts.names.size());
    return {vectors, max_concept_side, "one row for each name of a vector"};
}

std::string shape(Index rows, Index columns) {
    return std::to_string(rows) + " × " + std::to_string(columns);
}

Result<> check_shape(const Input& input, const Document& document, const std::string& path) {
    const Side rows = input.rows(document);
    const Side columns = input.columns(document);
    const Index has_rows = input.matrix->rows(), has_columns = input.matrix->cols();
    const Index needs_rows = rows.count == Side::any ? has_rows : rows.count;
    const Index needs_columns = columns.count == Side::any ? has_columns : columns.count;
    if (has_rows == needs_rows && has_columns == needs_columns)
        return Nothing{};
    const std::string between = rows.why.empty() || columns.why.empty() ? "" : ", ";
    return Error{"the matrix is " + shape(has_rows, has_columns) + ", expected " +
                     shape(needs_rows, needs_columns) + " (" + rows.why + between + columns.why +
                     ")",
                 path};
}

/// Lists the names "X", "W_Q/0", … "W_V/7"; all of them if they are few.
std::string names_text(const std::vector<Input>& inputs) {
    constexpr std::size_t few = 10, first = 4;
    std::string text;
    for (std::size_t at = 0; at < inputs.size(); ++at) {
        const bool is_said = inputs.size() <= few || at < first || at + 1 == inputs.size();
        if (is_said)
            text += (text.empty() ? "" : ", ") + in_quotes(inputs[at].name);
        else if (at == first)
            text += ", …";
    }
    return text;
}

const Input* input_named(const std::vector<Input>& inputs, std::string_view name) {
    const auto at = std::find_if(inputs.begin(), inputs.end(), [&](const Input& input) {
        return without_zero(input.name) == without_zero(name);
    });
    return at == inputs.end() ? nullptr : &*at;
}

/// Checks that every key of `inputs` is an input of the model and appears once.
Result<> check_names(const Json& given, const std::vector<Input>& inputs) {
    std::vector<std::string> names;
    std::transform(inputs.begin(), inputs.end(), std::back_inserter(names),
                   [](const Input& input) { return without_zero(input.name); });
    for (const auto& [key, value] : given.items()) {
        if (!input_named(inputs, key))
            return Error{"the model reads no input of this name; it reads " + names_text(inputs) +
                             did_you_mean(key, names),
                         key_path("inputs", key)};
        const std::string short_name = without_zero(key);
        if (short_name != key && given.contains(short_name))
            return Error{in_quotes(short_name) + " and " + in_quotes(key) +
                             " are the same input; remove one",
                         key_path("inputs", key)};
    }
    return Nothing{};
}

Result<RandomMatrices> read_random(const Json* streams, const std::vector<Input>& inputs) {
    if (!streams)
        return RandomMatrices();
    const auto name_of = [&](const std::string& name) {
        const Input* input = input_named(inputs, name);
        return input ? std::optional(input->name) : std::nullopt;
    };
    return random_matrices(*streams, {name_of, "an input of the model: " + names_text(inputs)});
}

Result<> read_input(const Input& input, Json& inputs, RandomMatrices& random,
                    const Document& document) {
    const auto given = find_input(inputs, input.name);
    const bool is_given = given != inputs.end();
    const std::string path = key_path("inputs", is_given ? given.key() : input.name);
    const Side rows = input.rows(document);
    const Side columns = input.columns(document);
    const bool is_empty = is_given && given->is_array() && given->empty();
    auto matrix = given_or_drawn(is_given ? &*given : nullptr, path, input.name, rows.most,
                                 columns.most, random);
    if (!input.is_needed && (is_empty || (matrix && !*matrix))) {
        *input.matrix = Matrix::Zero(0, columns.count);
        return Nothing{};
    }
    if (!matrix)
        return matrix.error();
    if (!*matrix)
        return Error{"the input " + in_quotes(input.name) +
                         " is missing; expected the rows of the matrix",
                     "inputs"};
    *input.matrix = **std::move(matrix);
    return check_shape(input, document, path);
}

/// Handles heads without projections: they are kept until projections return, or there are none.
Result<> leave_heads_out(Json& given, const RandomMatrices& random, Document& document) {
    const auto is_there = [&](const Input& input) {
        const bool is_weight = input.name.starts_with("W_Q/") || input.name.starts_with("W_K/") ||
                               input.name.starts_with("W_V/");
        return is_weight &&
               (find_input(given, input.name) != given.end() || random.contains(input.name));
    };
    const std::vector<Input> inputs = format_of(document).inputs(document);
    if (document.heads.empty() || document.projections != Projections::None ||
        std::any_of(inputs.begin(), inputs.end(), is_there))
        return Nothing{};
    if (document.heads.size() > 1)
        return Error{"found the number " + std::to_string(document.heads.size()) +
                         ", expected 1: without projections all heads are the same",
                     "model.heads"};
    document.heads.clear();
    return Nothing{};
}

/// Describes an input that options need; its shape follows from the roles of its rows and columns.
Input option_input(Document& document, const SheetId& sheet) {
    const auto rows = [sheet](const Document& of) -> Side {
        return {shape_of(of, sheet).rows, max_width, why_rows(of, sheet)};
    };
    const bool is_free = has_free_columns(sheet);
    const auto columns = [sheet, is_free](const Document& of) -> Side {
        return is_free ? Side{}
                       : Side{shape_of(of, sheet).columns, max_width, why_columns(of, sheet)};
    };
    SheetId whole = sheet; // "W_Q/0@1" names the head if there is one
    whole.head = 0;
    std::string name = to_text(whole);
    if (info(sheet.stage).is_per_head)
        name.insert(std::min(name.find('@'), name.size()), "/" + std::to_string(sheet.head));
    return {name, &document.of_options[key_of(sheet)], rows, columns};
}

} // namespace

std::vector<Input> concepts_inputs(Document& document) {
    return {{"ratings", &document.embeddings, one_row_per_person, one_column_per_film},
            {"vectors", &document.concepts.vectors, one_row_per_vector, one_column_per_film,
             !document.concepts.names.empty()}};
}

std::vector<Input> attention_inputs(Document& document) {
    std::vector<Input> inputs{{"X", &document.embeddings, one_row_per_word, any_columns}};
    const std::vector<SheetId> of_options = option_sheets(document);
    const auto is_first = [](const SheetId& sheet) {
        return sheet.stage == Stage::Memory || sheet.stage == Stage::P;
    };
    const auto is_of_heads = [](const SheetId& sheet) {
        return sheet.layer == 0 && !sheet.is_cross &&
               (info(sheet.stage).is_per_head || sheet.stage == Stage::Sink);
    };
    const auto add = [&](const SheetId& sheet) { inputs.push_back(option_input(document, sheet)); };
    for (const SheetId& sheet : of_options)
        if (is_first(sheet))
            add(sheet);
    const auto heads = static_cast<Index>(document.heads.size());
    const bool are_shared =
        document.projections == Projections::Learned && group_count(document) < heads;
    const auto weights_of = [&](Index head, bool has_query, bool has_keys) {
        HeadWeights& by = document.heads[static_cast<std::size_t>(head)];
        const std::string of = "/" + std::to_string(head);
        if (has_query)
            inputs.push_back({"W_Q" + of, &by.w_q, one_row_per_column_of_x, any_columns});
        if (!has_keys)
            return;
        inputs.push_back({"W_K" + of, &by.w_k, one_row_per_source_column, columns_of_w_q(head)});
        inputs.push_back({"W_V" + of, &by.w_v, one_row_per_source_column, any_columns});
    };
    for (Index head = 0; head < heads; ++head)
        weights_of(head, true, !are_shared);
    // Keys have the width of their heads' queries, which are read first.
    for (Index group = 0; are_shared && group < group_count(document); ++group)
        weights_of(group, false, true);
    for (const SheetId& sheet : of_options)
        if (is_of_heads(sheet))
            add(sheet);
    if (document.join == Join::WO)
        inputs.push_back({"W_O", &document.w_o, one_row_per_joined_column, any_columns});
    for (const SheetId& sheet : of_options)
        if (!is_first(sheet) && !is_of_heads(sheet))
            add(sheet);
    return inputs;
}

std::string without_zero(std::string_view name) {
    const std::size_t layer = std::min(name.find('@'), name.size());
    const std::string_view head = name.substr(0, layer), rest = name.substr(layer);
    return std::string(head.ends_with("/0") ? head.substr(0, head.size() - 2) : head) +
           std::string(rest == "@0" ? "" : rest);
}

Json::iterator find_input(Json& inputs, std::string_view name) {
    const std::string short_name = without_zero(name);
    std::string long_name = short_name;
    long_name.insert(std::min(long_name.find('@'), long_name.size()), "/0");
    for (const std::string& written : {short_name, long_name, std::string(name)})
        if (const auto at = inputs.find(written); at != inputs.end())
            return at;
    return inputs.end();
}

std::vector<List> attention_lists(Document& document) {
    return {{"words",
             &document.tokens.own(),
             true,
             "a word for each row of X",
             {"words", "words", max_tokens, leave_words_out}},
            {"words_out",
             &document.words_out.own(),
             document.options.block && document.options.block->has_words_out,
             "a word for each row of E",
             {"words", "words", max_tokens, leave_words_out}},
            {"memory",
             &document.memory.own(),
             has_memory_list(document),
             "a word for each row of M",
             {"words", "words", max_tokens, leave_words_out}}};
}

std::vector<List> concepts_lists(Document& document) {
    return {{"people", &document.tokens.own(), true, "a name for each of the people"},
            {"films", &document.concepts.columns, true, "a name for each of the films"},
            {"vectors", &document.concepts.names, false, ""}};
}

Result<> read_lists(Json& lists, Document& document) {
    for (const List& list : format_of(document).lists(document)) {
        const auto at = lists.find(list.key);
        if (at == lists.end() && list.is_needed)
            return Error{"the list " + in_quotes(list.key) + " is missing; expected " +
                             list.expected,
                         "lists"};
        if (at == lists.end())
            continue;
        auto texts = read_texts(*at, key_path("lists", list.key), list.texts);
        if (!texts)
            return texts.error();
        *list.names = *std::move(texts);
        lists.erase(at);
    }
    const std::vector<std::string>& vectors = document.concepts.names;
    for (auto at = vectors.begin(); at != vectors.end(); ++at)
        if (std::find(vectors.begin(), at, *at) != at)
            return Error{"two new vectors are called " + cite(*at) +
                             "; each needs a name of its own",
                         "lists.vectors[" + std::to_string(at - vectors.begin()) + "]"};
    return Nothing{};
}

Result<> read_inputs(Json& inputs, const Json* streams, Document& document) {
    if (auto fault = check_names(inputs, format_of(document).inputs(document)); !fault)
        return fault;
    auto random = read_random(streams, format_of(document).inputs(document));
    if (!random)
        return random.error();
    if (auto fault = leave_heads_out(inputs, *random, document); !fault)
        return fault;
    for (const Input& input : format_of(document).inputs(document))
        if (auto fault = read_input(input, inputs, *random, document); !fault)
            return fault;
    return Nothing{};
}

JsonMembers list_members(const Document& document) {
    Document copy = document; // a cheap copy: names and matrices are shared
    JsonMembers members;
    for (const List& list : format_of(document).lists(copy))
        if (list.is_needed || !list.names->empty())
            members.emplace_back(list.key, json_texts(*list.names));
    return members;
}

JsonMembers input_members(const Document& document) {
    Document copy = document;
    JsonMembers members;
    for (const Input& input : format_of(document).inputs(copy))
        if (input.is_needed)
            members.emplace_back(input.name, json_rows(**input.matrix, in_section));
    return members;
}

} // namespace attn::io
