// SPDX-License-Identifier: MIT
#include "core/io/option_json.h"

#include "core/base/nearest.h"
#include "core/document/document.h"
#include "core/io/document_members.h"
#include "core/io/json_values.h"
#include "core/io/switch_json.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <utility>
#include <vector>

namespace attn::io {
namespace {

/// True for kinds without settings; any other kind's word is the first key of an object.
constexpr bool is_a_word(Positions::Kind kind) {
    const PositionsInfo read = info(kind);
    return !read.has_base && !read.has_waves && !read.has_pairs && !read.has_buckets;
}
constexpr bool is_a_word(Score::Kind kind) {
    return !info(kind).has_sigma;
}
/// Lists the words of those kinds.
template <class Choice>
constexpr auto words_alone() {
    constexpr std::size_t count = [] {
        std::size_t words = 0;
        for (const Choice choice : all_of<Choice>())
            words += is_a_word(choice) ? 1 : 0;
        return words;
    }();
    std::array<std::pair<std::string_view, Choice>, count> words;
    auto word = words.begin();
    for (const Choice choice : all_of<Choice>())
        if (is_a_word(choice))
            *word++ = {info(choice).word, choice};
    return words;
}
constexpr auto score_words = words_alone<Score::Kind>();
constexpr auto position_words = words_alone<Positions::Kind>();
constexpr std::array<std::pair<std::string_view, bool>, 2> source_words = {
    {{"self", false}, {"memory", true}}};
constexpr std::array<std::pair<std::string_view, bool>, 2> pair_words = {
    {{"halves", false}, {"neighbours", true}}};
constexpr std::array<std::pair<std::string_view, Waves>, 3> wave_words = {
    {{"alternating", Waves::Alternating},
     {"halves", Waves::Halves},
     {"tensor2tensor", Waves::Tensor2Tensor}}};

template <class Choice, std::size_t Count>
Json word_of(const std::array<std::pair<std::string_view, Choice>, Count>& table, Choice choice) {
    const auto found = std::find_if(table.begin(), table.end(),
                                    [&](const auto& one) { return one.second == choice; });
    return found == table.end() ? Json() : Json(std::string(found->first));
}

template <class Field, class Value>
Result<> put(Field& field, Result<Value> value) {
    if (!value)
        return value.error();
    field = *std::move(value);
    return Nothing{};
}

Result<Real> read_above_0(const Json& value, const std::string& path) {
    auto number = read_number(value, path);
    if (number && !(*number > 0 && std::isfinite(*number)))
        return Error{"found " + found(value) + ", expected a number above 0", path};
    return number;
}

Result<> read_flag(const Json& value, const std::string& path, bool& flag) {
    if (!value.is_boolean())
        return Error{"found " + found(value) + ", expected true or false", path};
    flag = value.get<bool>();
    return Nothing{};
}

/// Checks that the object has exactly these keys, the first of which names the kind.
Result<> check_keys(const Json& value, const std::string& path,
                    std::initializer_list<std::string_view> keys) {
    for (const auto& [key, inner] : value.items())
        if (std::find(keys.begin(), keys.end(), key) == keys.end()) {
            std::string names;
            for (const std::string_view one : keys)
                names += (names.empty() ? "\"" : ", \"") + std::string(one) + "\"";
            return Error{"there is no such key; expected " + names +
                             did_you_mean(key, {keys.begin(), keys.end()}),
                         key_path(path, key)};
        }
    return Nothing{};
}

bool is_about(const Json& value, const char* key) {
    return value.is_object() && value.contains(key);
}

Result<> read_score(const Json& value, const std::string& path, AttentionOptions& options) {
    if (is_about(value, "gaussian")) {
        if (auto fault = check_keys(value, path, {"gaussian"}); !fault)
            return fault;
        options.score.kind = Score::Kind::Gaussian;
        return put(options.score.sigma,
                   read_above_0(value["gaussian"], key_path(path, "gaussian")));
    }
    return put(options.score.kind,
               read_choice<Score::Kind>(value, path, score_words, R"(, {"gaussian": 1})"));
}

Result<> read_rotary(const Json& value, const std::string& path, Positions& positions) {
    if (auto fault = check_keys(value, path, {"rotary", "pairs", "columns"}); !fault)
        return fault;
    positions.kind = Positions::Kind::Rotary;
    if (auto fault = put(positions.base, read_above_0(value["rotary"], key_path(path, "rotary")));
        !fault)
        return fault;
    const auto columns = [](const Json& number, const std::string& where) {
        return read_whole(number, where, 2, max_width);
    };
    if (auto fault = take(value, path, "columns", positions.turned, columns); !fault)
        return fault;
    return take(value, path, "pairs", positions.are_neighbours, choice_from(pair_words));
}

Result<> read_buckets(const Json& value, const std::string& path, Positions& positions) {
    if (auto fault = check_keys(value, path, {"buckets", "furthest"}); !fault)
        return fault;
    positions.kind = Positions::Kind::Buckets;
    const auto whole = [](const Json& number, const std::string& where) {
        return read_whole(number, where, 2, max_width);
    };
    if (auto fault = take(value, path, "buckets", positions.buckets, whole); !fault)
        return fault;
    return take(value, path, "furthest", positions.furthest, whole);
}

Result<> read_positions(const Json& value, const std::string& path, AttentionOptions& options) {
    Positions& positions = options.positions;
    if (is_about(value, "rotary"))
        return read_rotary(value, path, positions);
    if (is_about(value, "buckets"))
        return read_buckets(value, path, positions);
    if (is_about(value, "sinusoidal")) {
        if (auto fault = check_keys(value, path, {"sinusoidal", "columns"}); !fault)
            return fault;
        positions.kind = Positions::Kind::Sinusoidal;
        if (auto fault = take(value, path, "columns", positions.waves, choice_from(wave_words));
            !fault)
            return fault;
        return put(positions.base, read_above_0(value["sinusoidal"], key_path(path, "sinusoidal")));
    }
    return put(positions.kind,
               read_choice<Positions::Kind>(
                   value, path, position_words,
                   R"(, {"sinusoidal": 10000}, {"rotary": 10000, "pairs": "halves"}, )"
                   R"({"buckets": 32, "furthest": 128})"));
}

Json positions_json(const AttentionOptions& options) {
    const Positions& positions = options.positions;
    switch (positions.kind) {
    case Positions::Kind::None:
        return {};
    case Positions::Kind::Sinusoidal:
        return positions.waves == Waves::Alternating
                   ? Json{{"sinusoidal", positions.base}}
                   : Json{{"sinusoidal", positions.base},
                          {"columns", word_of(wave_words, positions.waves)}};
    case Positions::Kind::Rotary: {
        Json rotary{{"rotary", positions.base},
                    {"pairs", word_of(pair_words, positions.are_neighbours)}};
        if (positions.turned > 0)
            rotary["columns"] = positions.turned;
        return rotary;
    }
    case Positions::Kind::Buckets:
        return {{"buckets", positions.buckets}, {"furthest", positions.furthest}};
    case Positions::Kind::Learned:
    case Positions::Kind::Alibi:
        return word_of(position_words, positions.kind);
    }
    return {};
}

/// Lists the words of all values, with the value `last` at the end.
template <class Choice>
constexpr auto words_with_last(Choice last) {
    std::array<std::pair<std::string_view, Choice>, attn::count_of<Choice>()> words;
    auto word = words.begin();
    for (const Choice choice : all_of<Choice>())
        if (choice != last)
            *word++ = {info(choice).word, choice};
    *word = {info(last).word, last};
    return words;
}
constexpr auto norm_words = words_with_last(Block::Norm::Sample);
constexpr std::array<std::pair<std::string_view, Block::Place>, 2> place_words = {
    {{"before", Block::Place::Before}, {"after", Block::Place::After}}};
constexpr auto mlp_words = words_with_last(Block::Mlp::None);

Result<> read_block(const Json& value, const std::string& path, AttentionOptions& options) {
    if (!options.block)
        return Error{"only a model of the kind \"block\" has a block", path};
    if (!value.is_object())
        return Error{"found " + found(value) + ", expected an object such as {\"norm\": \"layer\"}",
                     path};
    if (auto fault = check_keys(
            value, path, {"norm", "place", "epsilon", "mlp", "cross", "layers", "words_out"});
        !fault)
        return fault;
    Block& block = *options.block;
    if (auto fault = take(value, path, "norm", block.norm, choice_from(norm_words)); !fault)
        return fault;
    if (auto fault = take(value, path, "place", block.place, choice_from(place_words)); !fault)
        return fault;
    if (auto fault = take(value, path, "epsilon", block.epsilon, read_above_0); !fault)
        return fault;
    if (auto fault = take(value, path, "mlp", block.mlp, choice_from(mlp_words)); !fault)
        return fault;
    const auto layers = [](const Json& number, const std::string& where) {
        return read_whole(number, where, 1, Block::most_layers);
    };
    if (auto fault = take(value, path, "layers", block.layers, layers); !fault)
        return fault;
    for (const auto& [key, flag] :
         {std::pair("cross", &block.has_cross), std::pair("words_out", &block.has_words_out)})
        if (const auto at = value.find(key); at != value.end())
            if (auto fault = read_flag(*at, key_path(path, key), *flag); !fault)
                return fault;
    return Nothing{};
}

Json block_json(const AttentionOptions& options) {
    if (!options.block)
        return {};
    const Block& block = *options.block;
    Json object{{"norm", word_of(norm_words, block.norm)},
                {"place", word_of(place_words, block.place)},
                {"epsilon", block.epsilon},
                {"mlp", word_of(mlp_words, block.mlp)}};
    if (block.has_cross)
        object["cross"] = true;
    if (block.layers > 1)
        object["layers"] = block.layers;
    object["words_out"] = block.has_words_out;
    return object;
}

constexpr std::array<std::pair<std::string_view, Loss::Kind>, 2> loss_words = {
    {{"squared", Loss::Kind::Squared}, {"cross_entropy", Loss::Kind::CrossEntropy}}};

/// Returns the loss to set; two keys describe it, and either may come alone.
Loss& loss_of(AttentionOptions& options) {
    return options.loss ? *options.loss : options.loss.emplace();
}

/// Reads the compared stage. Whether the document has it is checked when the model is read.
Result<> read_target(const Json& value, const std::string& path, AttentionOptions& options) {
    const std::string name = value.is_string() ? value.get<std::string>() : "";
    const auto sheet = parse_sheet(name);
    const bool is_known = sheet ? belongs(sheet->stage, Model::Attention)
                                : stage_named(name.substr(0, name.find_first_of("/@"))).has_value();
    if (!is_known) {
        std::vector<std::string> names;
        for (const StageInfo& one : stages(Model::Attention))
            if (!one.is_input)
                names.emplace_back(one.name());
        return Error{"found " + found(value) +
                         ", expected the name of a computed stage, such as \"output\" or "
                         "\"weights/0\"" +
                         did_you_mean(name, names),
                     path};
    }
    if (!sheet)
        return Error{sheet.error().message, path};
    loss_of(options).of = *sheet;
    return Nothing{};
}

constexpr AttentionOption table[] = {
    {"biases",
     [](const Json& value, const std::string& path, AttentionOptions& options) {
         return read_flag(value, path, options.has_biases);
     },
     [](const AttentionOptions& options) { return options.has_biases ? Json(true) : Json(); }},
    {"key_value_groups",
     [](const Json& value, const std::string& path, AttentionOptions& options) {
         return put(options.key_value_groups, read_whole(value, path, 1, max_heads));
     },
     [](const AttentionOptions& options) {
         return options.key_value_groups > 0 ? Json(options.key_value_groups) : Json();
     }},
    {"keys_from",
     [](const Json& value, const std::string& path, AttentionOptions& options) {
         return put(options.has_memory, read_choice<bool>(value, path, source_words));
     },
     [](const AttentionOptions& options) {
         return options.has_memory ? word_of(source_words, true) : Json();
     }},
    {"score", read_score,
     [](const AttentionOptions& options) {
         const Score& score = options.score;
         return score.kind == Score::Kind::Dot        ? Json()
                : score.kind == Score::Kind::Gaussian ? Json({{"gaussian", score.sigma}})
                                                      : word_of(score_words, score.kind);
     }},
    {"positions", read_positions, positions_json},
    {"soft_limit",
     [](const Json& value, const std::string& path, AttentionOptions& options) -> Result<> {
         options.soft_limit.reset();
         return value.is_null() ? Result<>(Nothing{})
                                : put(options.soft_limit, read_above_0(value, path));
     },
     [](const AttentionOptions& options) {
         return options.soft_limit ? Json(*options.soft_limit) : Json();
     }},
    {"sink",
     [](const Json& value, const std::string& path, AttentionOptions& options) {
         return read_flag(value, path, options.has_sink);
     },
     [](const AttentionOptions& options) { return options.has_sink ? Json(true) : Json(); }},
    {"mean_weights",
     [](const Json& value, const std::string& path, AttentionOptions& options) {
         return read_flag(value, path, options.has_mean_weights);
     },
     [](const AttentionOptions& options) {
         return options.has_mean_weights ? Json(true) : Json();
     }},
    {"qk_norm",
     [](const Json& value, const std::string& path, AttentionOptions& options) {
         return read_flag(value, path, options.has_qk_norm);
     },
     [](const AttentionOptions& options) { return options.has_qk_norm ? Json(true) : Json(); }},
    {"block", read_block, block_json},
    {"target", read_target,
     [](const AttentionOptions& options) {
         return options.loss ? Json(to_text(options.loss->of)) : Json();
     }},
    {"loss",
     [](const Json& value, const std::string& path, AttentionOptions& options) {
         return put(loss_of(options).kind, read_choice<Loss::Kind>(value, path, loss_words));
     },
     [](const AttentionOptions& options) {
         return options.loss ? word_of(loss_words, options.loss->kind) : Json();
     }},
};

std::vector<std::string> option_names() {
    std::vector<std::string> names;
    for (const AttentionOption& option : table)
        names.emplace_back(option.key);
    return names;
}

std::string option_keys() {
    std::string keys;
    for (const AttentionOption& option : table)
        keys += (keys.empty() ? "" : ", ") + std::string(option.key);
    return keys;
}

} // namespace

std::span<const AttentionOption> attention_options() {
    return table;
}

Json to_json(const AttentionOptions& options) {
    Json object = Json::object();
    for (const AttentionOption& option : table)
        if (Json value = option.write(options); !value.is_null())
            object[std::string(option.key)] = std::move(value);
    return object;
}

Result<AttentionOptions> read_attention_options(const Json& value, const std::string& path) {
    if (!value.is_object())
        return Error{"found " + found(value) +
                         ", expected an object of options such as "
                         "{\"mask\": \"causal\"}",
                     path};
    AttentionOptions options;
    if (value.contains("block"))
        options.block.emplace();
    for (const auto& [key, inner] : value.items()) {
        const auto* const option =
            std::find_if(std::begin(table), std::end(table),
                         [&, &name = key](const AttentionOption& one) { return one.key == name; });
        if (option == std::end(table))
            return Error{"there is no such option; expected " + option_keys() +
                             did_you_mean(key, option_names()),
                         key_path(path, key)};
        if (auto fault = option->read(inner, key_path(path, key), options); !fault)
            return fault.error();
    }
    return options;
}

} // namespace attn::io
