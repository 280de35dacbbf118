// SPDX-License-Identifier: MIT
#include "core/io/document_model.h"

#include "core/document/option_inputs.h"
#include "core/io/document_members.h"
#include "core/io/document_words.h"
#include "core/io/json_literal.h"
#include "core/io/option_json.h"
#include "core/io/switch_json.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

namespace attn::io {
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
    const bool has_words_out = document.options.block && document.options.block->has_words_out;
    if (has_words_out && document.words_out.empty())
        return Error{"the list \"words_out\" is missing; expected a word for each row of E",
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
    if (auto fault = validate_loss(document); !fault)
        return Error{fault.error().message, key_path(path, fault.error().where)};
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
