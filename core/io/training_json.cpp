// SPDX-License-Identifier: MIT
#include "core/io/training_json.h"

#include "core/base/nearest.h"
#include "core/io/document_members.h"
#include "core/io/json_literal.h"
#include "core/io/json_values.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace attn::io {
namespace {

struct TrainingKey {
    std::string_view key;
    Result<> (*read)(const Json& value, const std::string& path, TrainingSettings& settings);
    /// Returns an empty text if the value is the default.
    std::string (*write)(const TrainingSettings& settings);
};

template <class Field, class Value>
Result<> put(Field& field, Result<Value> value) {
    if (!value)
        return value.error();
    field = *std::move(value);
    return Nothing{};
}

template <Real TrainingSettings::*number>
Result<> read_real(const Json& value, const std::string& path, TrainingSettings& settings) {
    return put(settings.*number, read_number(value, path));
}

Result<> read_optimiser(const Json& value, const std::string& path, TrainingSettings& settings) {
    std::array<std::pair<std::string_view, Optimiser>, all_optimisers.size()> words;
    std::transform(all_optimisers.begin(), all_optimisers.end(), words.begin(),
                   [](const OptimiserInfo& one) { return std::pair(one.name, one.optimiser); });
    return put(settings.optimiser, read_choice<Optimiser>(value, path, words));
}

Result<> read_betas(const Json& value, const std::string& path, TrainingSettings& settings) {
    if (!value.is_array() || value.size() != 2)
        return Error{"found " + found(value) + ", expected two numbers such as [0.9, 0.999]", path};
    if (auto fault = put(settings.beta_1, read_number(value[0], path + "[0]")); !fault)
        return fault;
    return put(settings.beta_2, read_number(value[1], path + "[1]"));
}

Result<> read_steps(const Json& value, const std::string& path, TrainingSettings& settings) {
    const auto steps = read_whole(value, path, 1, max_training_steps);
    if (!steps)
        return steps.error();
    settings.steps = static_cast<int>(*steps);
    return Nothing{};
}

Result<> read_seed_of(const Json& value, const std::string& path, TrainingSettings& settings) {
    const auto seed = read_seed(value, path);
    if (!seed)
        return seed.error();
    settings.seed = *seed;
    return Nothing{};
}

Result<> read_learn(const Json& value, const std::string& path, TrainingSettings& settings) {
    constexpr Index most = 32 * max_heads;
    const auto names = read_texts(value, path, {"inputs", "inputs", most});
    if (!names)
        return names.error();
    settings.learned.clear();
    for (std::size_t at = 0; at < names->size(); ++at) {
        const auto sheet = parse_sheet((*names)[at]);
        if (!sheet)
            return Error{sheet.error().text(), path + "[" + std::to_string(at) + "]"};
        settings.learned.push_back(*sheet);
    }
    return Nothing{};
}

constexpr TrainingKey keys[] = {
    {"optimiser", read_optimiser,
     [](const TrainingSettings& settings) { return in_quotes(name(settings.optimiser)); }},
    {"learning_rate", read_real<&TrainingSettings::rate>,
     [](const TrainingSettings& settings) { return json_number(settings.rate); }},
    {"momentum", read_real<&TrainingSettings::momentum>,
     [](const TrainingSettings& settings) {
         const bool is_said = info(settings.optimiser).reads_momentum ||
                              settings.momentum != TrainingSettings{}.momentum;
         return is_said ? json_number(settings.momentum) : "";
     }},
    {"betas", read_betas,
     [](const TrainingSettings& settings) {
         const TrainingSettings usual;
         const bool is_said = info(settings.optimiser).reads_betas ||
                              settings.beta_1 != usual.beta_1 || settings.beta_2 != usual.beta_2;
         return is_said
                    ? "[" + json_number(settings.beta_1) + ", " + json_number(settings.beta_2) + "]"
                    : "";
     }},
    {"epsilon", read_real<&TrainingSettings::epsilon>,
     [](const TrainingSettings& settings) {
         const bool is_said =
             info(settings.optimiser).reads_betas || settings.epsilon != TrainingSettings{}.epsilon;
         return is_said ? json_number(settings.epsilon) : "";
     }},
    {"weight_decay", read_real<&TrainingSettings::weight_decay>,
     [](const TrainingSettings& settings) { return json_number(settings.weight_decay); }},
    {"steps", read_steps,
     [](const TrainingSettings& settings) { return std::to_string(settings.steps); }},
    {"seed", read_seed_of,
     [](const TrainingSettings& settings) {
         return settings.seed ? std::to_string(*settings.seed) : "";
     }},
    {"learn", read_learn,
     [](const TrainingSettings& settings) {
         std::vector<std::string> names;
         for (const SheetId& sheet : settings.learned)
             names.push_back(to_text(sheet));
         return names.empty() ? "" : json_texts(names);
     }},
};

} // namespace

Result<TrainingSettings> read_training(Json& object, const std::string& path) {
    TrainingSettings settings;
    for (const TrainingKey& one : keys) {
        const std::string key(one.key);
        const auto at = object.find(key);
        if (at == object.end())
            continue;
        if (auto fault = one.read(*at, key_path(path, key), settings); !fault)
            return fault.error();
        object.erase(at);
    }
    if (auto fault = validate(settings); !fault)
        return Error{fault.error().message, path + "." + fault.error().where};
    return settings;
}

std::vector<std::string> training_keys() {
    std::vector<std::string> names;
    for (const TrainingKey& one : keys)
        names.emplace_back(one.key);
    return names;
}

Result<TrainingSettings> read_whole_training(const Json& value, const std::string& path) {
    if (!value.is_object())
        return Error{"found " + found(value) + R"(, expected an object such as {"steps": 200})",
                     path};
    Json object = value;
    auto settings = read_training(object, path);
    if (!settings || object.empty())
        return settings;
    const std::string& unknown = object.begin().key();
    return Error{"there is no such key" + did_you_mean(unknown, training_keys()),
                 key_path(path, unknown)};
}

JsonMembers training_members(const TrainingSettings& settings) {
    JsonMembers members;
    for (const TrainingKey& one : keys)
        if (std::string text = one.write(settings); !text.empty())
            members.emplace_back(one.key, std::move(text));
    return members;
}

Json to_json(const TrainingSettings& settings) {
    Json object = Json::object();
    for (const auto& [key, text] : training_members(settings))
        object[key] = Json::parse(text);
    return object;
}

} // namespace attn::io
