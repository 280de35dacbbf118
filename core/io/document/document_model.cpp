// SPDX-License-Identifier: MIT
#include "core/io/document/document_model.h"

#include "core/base/nearest.h"
#include "core/base/utf8.h"
#include "core/document/model/given.h"
#include "core/document/model/given_layers.h"
#include "core/document/model/model.h"
#include "core/document/model/option_inputs.h"
#include "core/document/model/sheet.h"
#include "core/document/model/table.h"
#include "core/io/document/document_members.h"
#include "core/io/document/json_literal.h"
#include "core/io/document/option_json.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
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

/// Takes X away if the file lacks it and gives a computed stage.
void begin_without_x(const Json& given, Document& document, bool is_drawn) {
    if (document.model != Model::Attention || document.options.block ||
        document.options.has_table || is_drawn)
        return;
    std::vector<SheetKey> begin;
    for (const auto& [key, value] : given.items()) {
        const auto sheet = parse_sheet(key);
        if (!sheet || sheet->stage == Stage::X)
            return;
        if (may_begin_without_x(sheet->stage) && !sheet->is_cross &&
            sheet->layer < max_given_layers && sheet->head < sheet_count(document, sheet->stage))
            begin.push_back(key_of(*sheet));
    }
    if (begin.empty())
        return;
    document.embeddings = Matrix(static_cast<Index>(document.tokens.size()), 0);
    for (const SheetKey& key : begin)
        document.of_options[key] = SharedMatrix();
    take_widths_of_given(document);
}

/// Makes room for the computed stages that the file gives: their names are no inputs of the model,
/// but stages that it computes.
void find_given(const Json& given, Document& document, bool is_drawn) {
    begin_without_x(given, document, is_drawn);
    if (document.model == Model::Attention)
        for (const auto& [key, value] : given.items())
            if (const auto sheet = parse_sheet(key); sheet && sheet->stage == Stage::Bias)
                document.options.has_score_bias = true; // its numbers say so
    const std::vector<Input> inputs = format_of(document).inputs(document);
    for (const auto& [key, value] : given.items()) {
        const auto sheet = parse_sheet(key);
        if (!input_named(inputs, key) && sheet && may_be_given(document, *sheet))
            document.of_options[key_of(*sheet)] = SharedMatrix();
    }
}

/// Checks that every key of `inputs` is an input of the model and appears once.
Result<> check_names(const Json& given, const Document& document,
                     const std::vector<Input>& inputs) {
    std::vector<std::string> names;
    std::transform(inputs.begin(), inputs.end(), std::back_inserter(names),
                   [](const Input& input) { return without_zero(input.name); });
    for (const auto& [key, value] : given.items()) {
        if (const auto sheet = parse_sheet(key);
            sheet && sheet->layer >= max_given_layers && !has_x(document))
            return Error{"there are at most " + std::to_string(max_given_layers) +
                             " layers, counted from 0",
                         key_path("inputs", key)};
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

/// Whether X is looked up in this input.
bool is_table(const Document& document, const SheetId& sheet) {
    return document.options.has_table && sheet.stage == Stage("E");
}

/// Describes an input that options need; its shape follows from the roles of its rows and columns.
Input option_input(Document& document, const SheetId& sheet) {
    const bool may_be_longer = sheet.stage == Stage::P && may_have_further_positions(document);
    const auto rows = [sheet, may_be_longer](const Document& of) -> Side {
        if (may_be_longer)
            return {Side::any, max_positions};
        return {shape_of(of, sheet).rows, max_width, why_rows(of, sheet)};
    };
    // Widths of heads follow from their given stages, and that of X from its table.
    const bool is_free = has_free_columns(sheet) || is_table(document, sheet) ||
                         (!has_x(document) && may_begin_without_x(sheet.stage) &&
                          roles_of(document, sheet).columns != Role::Key);
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
    std::vector<Input> inputs;
    if (has_x(document) && !document.options.has_table)
        inputs.push_back({"X", &document.embeddings, one_row_per_word, any_columns});
    std::vector<SheetId> of_options = option_sheets(document);
    // What others take their widths from comes first: a table, and without X the given stages.
    std::stable_partition(of_options.begin(), of_options.end(), [&](const SheetId& sheet) {
        return is_table(document, sheet) || (!has_x(document) && may_begin_without_x(sheet.stage));
    });
    const auto is_first = [&](const SheetId& sheet) {
        return sheet.stage == Stage::Memory || sheet.stage == Stage::P || is_table(document, sheet);
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
    for (Index head = 0; has_x(document) && head < heads; ++head)
        weights_of(head, true, !are_shared);
    // Keys have the width of their heads' queries, which are read first.
    for (Index group = 0; has_x(document) && are_shared && group < group_count(document); ++group)
        weights_of(group, false, true);
    for (const SheetId& sheet : of_options)
        if (is_of_heads(sheet))
            add(sheet);
    if (document.join == Join::WO && has_stage(document, Stage::WO))
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
            {"vocabulary",
             &document.vocabulary.own(),
             document.options.has_table,
             "a word for each row of E",
             {"words", "words", max_vocabulary,
              "; leave out those that no text needs, and their rows of E"}},
            {"words_out",
             &document.words_out.own(),
             document.options.block && document.options.block->has_words_out &&
                 !document.options.has_table,
             "a word for each row of " + std::string(table_of_logits(document).name()),
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
    find_given(inputs, document, streams != nullptr);
    if (document.model == Model::Attention) // given stages say which layers and stages there are
        if (auto fault = validate_loss(document); !fault)
            return Error{fault.error().message, key_path("model", fault.error().where)};
    if (auto fault = check_names(inputs, document, format_of(document).inputs(document)); !fault)
        return fault;
    auto random = read_random(streams, format_of(document).inputs(document));
    if (!random)
        return random.error();
    if (auto fault = leave_heads_out(inputs, *random, document); !fault)
        return fault;
    for (const Input& input : format_of(document).inputs(document)) {
        if (auto fault = read_input(input, inputs, *random, document); !fault)
            return fault;
        if (!has_x(document)) // inputs that follow have these widths
            take_widths_of_given(document);
        if (document.options.has_table)
            take_width_of_table(document);
    }
    if (const auto words = static_cast<Index>(document.tokens.size());
        may_have_further_positions(document) && *most_positions(document) > words)
        share_positions(document, all_positions(document), words);
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
    for (const Input& input : format_of(document).inputs(copy)) {
        if (!input.is_needed)
            continue;
        const bool is_longer = input.name == Stage::P.name() && document.further_positions.rows();
        members.emplace_back(
            input.name,
            json_rows(is_longer ? all_positions(document) : **input.matrix, in_section));
    }
    return members;
}

namespace {

constexpr const char* in_model = "    "; // the indent of the lines of the model's options

/// One option that this program computes.
struct Option {
    std::string_view key;
    Result<> (*read)(const Json& value, const std::string& path, Document& document);
    std::string (*write)(
        const Document& document); // null or an empty text: the option has its default
};

template <class Field, class Value>
Result<> set_field(Field& field, Result<Value> value) {
    if (!value)
        return value.error();
    field = *std::move(value);
    return Nothing{};
}

Result<> read_heads(const Json& value, const std::string& path, Document& document) {
    const auto count = read_whole(value, path, 1, max_heads);
    if (!count)
        return count.error();
    document.heads.resize(static_cast<std::size_t>(*count));
    return Nothing{};
}

/// Reads the groups: heads share keys and values evenly. Without the key, each head has its own.
Result<> read_groups(const Json& value, const std::string& path, Document& document) {
    const auto groups = read_whole(value, path, 1, max_heads);
    if (!groups)
        return groups.error();
    const auto heads = static_cast<Index>(document.heads.size());
    if (heads % *groups != 0)
        return Error{"found " + found(value) + ", expected a divisor of the number of heads, " +
                         std::to_string(heads),
                     path};
    document.options.key_value_groups = *groups == heads ? 0 : *groups;
    return Nothing{};
}

Result<> read_temperature(const Json& value, const std::string& path, Document& document) {
    const auto number = read_number(value, path);
    if (!number)
        return number.error();
    if (!(*number > 0 && std::isfinite(*number)))
        return Error{"found " + found(value) + ", expected a number above 0", path};
    document.switches.temperature = *number;
    return Nothing{};
}

Result<> read_model_mask(const Json& value, const std::string& path, Document& document) {
    return set_field(document.switches.mask,
                     read_mask(value, path, static_cast<Index>(document.tokens.size()),
                               static_cast<Index>(key_words(document).size())));
}

/// The table of options. A mask blocked cell by cell is the longest; the rest are words and
/// numbers.
constexpr std::array options = {
    Option{"projections",
           [](const Json& value, const std::string& path, Document& document) {
               return set_field(document.projections,
                                read_choice<Projections>(value, path, projection_words));
           },
           [](const Document& document) {
               return in_quotes(word(projection_words, document.projections));
           }},
    Option{"heads", read_heads,
           [](const Document& document) {
               return std::to_string(std::max<std::size_t>(document.heads.size(), 1));
           }},
    Option{"key_value_groups", read_groups, nullptr}, // written with the other options
    Option{"join",
           [](const Json& value, const std::string& path, Document& document) {
               return set_field(document.join, read_choice<Join>(value, path, join_words));
           },
           [](const Document& document) {
               return document.join == Join::None ? std::string()
                                                  : in_quotes(word(join_words, document.join));
           }},
    Option{"scale",
           [](const Json& value, const std::string& path, Document& document) {
               return set_field(document.switches.scale, read_scale(value, path));
           },
           [](const Document& document) {
               const Scale& scale = document.switches.scale;
               return scale.kind == Scale::Kind::Number ? json_number(scale.number)
                                                        : in_quotes(word(scale_words, scale.kind));
           }},
    Option{"temperature", read_temperature,
           [](const Document& document) { return json_number(document.switches.temperature); }},
    Option{"mask", read_model_mask,
           [](const Document& document) {
               const Mask& mask = document.switches.mask;
               return mask.kind == Mask::Kind::Painted ? json_rows(*mask.painted, in_model)
                                                       : to_json(mask).dump();
           }},
    Option{"normaliser",
           [](const Json& value, const std::string& path, Document& document) {
               return set_field(document.switches.normaliser,
                                read_choice<Normaliser>(value, path, normaliser_words));
           },
           [](const Document& document) {
               return in_quotes(word(normaliser_words, document.switches.normaliser));
           }},
    Option{"axis",
           [](const Json& value, const std::string& path, Document& document) {
               return set_field(document.switches.axis, read_choice<Axis>(value, path, axis_words));
           },
           [](const Document& document) {
               return in_quotes(word(axis_words, document.switches.axis));
           }}};

/// Reads the number of kept concepts; all of them if not given.
Result<> read_kept(Json& model, const std::string& path, Document& document) {
    document.concepts.kept = concept_count(document);
    const auto whole = [&](const Json& value, const std::string& where) {
        return read_whole(value, where, 1, concept_count(document));
    };
    if (auto fault = take(model, path, "kept", document.concepts.kept, whole); !fault)
        return fault;
    model.erase("kept");
    return Nothing{};
}

Result<> read_nothing(Json&, const std::string&, Document&) {
    return Nothing{};
}

Result<> begin_concepts(Json&, const std::string&, Document& document) {
    document.projections = Projections::None;
    return Nothing{};
}

JsonMembers attention_members(const Document& document) {
    JsonMembers members;
    for (const Option& option : options)
        if (std::string text = option.write ? option.write(document) : ""; !text.empty())
            members.emplace_back(option.key, std::move(text));
    for (const AttentionOption& option : attention_options())
        if (const Json value = option.write(document.options); !value.is_null())
            members.emplace_back(option.key, value.dump());
    return members;
}

JsonMembers concepts_members(const Document& document) {
    return {{"kept", std::to_string(document.concepts.kept)}};
}

std::vector<std::string> attention_keys_of_model() {
    std::vector<std::string> keys;
    for (const Option& option : options)
        keys.emplace_back(option.key);
    for (const AttentionOption& option : attention_options())
        if (std::find(keys.begin(), keys.end(), option.key) == keys.end())
            keys.emplace_back(option.key);
    return keys;
}

std::vector<std::string> concepts_keys_of_model() {
    return {"kept"};
}

/// In the order of the models.
constexpr std::array formats = {
    ModelFormat{Model::Attention, attention_lists, attention_inputs, read_attention_model,
                read_nothing, attention_members, attention_keys_of_model},
    ModelFormat{Model::Concepts, concepts_lists, concepts_inputs, begin_concepts, read_kept,
                concepts_members, concepts_keys_of_model}};

} // namespace

Result<> read_attention_model(Json& model, const std::string& path, Document& document) {
    document.heads.resize(1);
    const auto read_each = [&](const auto& table, auto read) -> Result<> {
        for (const auto& option : table) {
            const std::string key(option.key);
            const auto at = model.find(key);
            if (at == model.end())
                continue;
            if (auto fault = read(*at, key_path(path, key), option); !fault)
                return fault;
            model.erase(at);
        }
        return Nothing{};
    };
    const auto read_option = [&](const Json& value, const std::string& where,
                                 const Option& option) {
        return option.read(value, where, document);
    };
    if (auto fault = read_each(std::array{options[1], options[2]}, read_option); !fault)
        return fault;
    if (auto fault = read_each(
            attention_options(),
            [&](const Json& value, const std::string& where, const AttentionOption& option) {
                return option.read(value, where, document.options);
            });
        !fault)
        return fault;
    if (has_memory_list(document) && document.memory.empty())
        return Error{"the list \"memory\" is missing; expected a word for each row of M", "lists"};
    const bool has_table = document.options.has_table;
    if (has_table && document.vocabulary.empty())
        return Error{"the list \"vocabulary\" is missing; expected a word for each row of E",
                     "lists"};
    if (!has_table && !document.vocabulary.empty())
        return Error{"the list is read only where the model says \"embedding\": \"table\"",
                     "lists.vocabulary"};
    if (has_table && !document.words_out.empty())
        return Error{"where X is looked up in a table, the words that may come next are those of "
                     "the list \"vocabulary\"; leave this list out",
                     "lists.words_out"};
    if (auto fault = validate_words(document); !fault)
        return fault;
    const bool has_words_out =
        !has_table && document.options.block && document.options.block->has_words_out;
    if (has_words_out && document.words_out.empty())
        return Error{"the list \"words_out\" is missing; expected a word for each row of " +
                         std::string(table_of_logits(document).name()),
                     "lists"};
    if (!has_words_out && !document.words_out.empty())
        return Error{"the list is read only where the block says \"words_out\": true",
                     "lists.words_out"};
    if (!has_memory_list(document) && !document.memory.empty())
        return Error{"the list is read only where the model says \"keys_from\": \"memory\", or "
                     "its block \"cross\": true",
                     "lists.memory"};
    if (auto fault = read_each(options, read_option); !fault)
        return fault;
    return Nothing{};
}

const ModelFormat& format_of(const Document& document) {
    const ModelFormat& found = formats[static_cast<std::size_t>(document.model)];
    assert(found.model == document.model && "the table is in the order of the models");
    return found;
}

Result<> read_model_kind(const Json& value, const std::string& path, Document& document) {
    if (value == "block") {
        document.model = Model::Attention;
        document.options.block.emplace();
        document.join = Join::WO; // unless the key `join` says otherwise
        return Nothing{};
    }
    std::vector<std::pair<std::string_view, Model>> names;
    for (const Model model : all_models())
        names.emplace_back(name(model), model);
    return set_field(document.model, read_choice<Model>(value, path, names, ", \"block\""));
}

JsonMembers model_members(const Document& document) {
    JsonMembers members{
        {"kind", in_quotes(document.options.block ? "block" : name(document.model))}};
    for (auto& member : format_of(document).members(document))
        members.push_back(std::move(member));
    return members;
}

} // namespace attn::io
