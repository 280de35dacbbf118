// SPDX-License-Identifier: MIT
#include "core/io/document/option_json.h"

#include "core/base/nearest.h"
#include "core/document/model/document.h"
#include "core/io/document/document_members.h"
#include "core/io/document/document_model.h"
#include "core/io/document/json_literal.h"
#include "core/io/document/json_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace attn::io {

Result<Scale> read_scale(const Json& value, const std::string& path) {
    if (value.is_number()) {
        const Real number = value.get<Real>();
        if (!(number > 0))
            return Error{"found " + found(value) + ", expected a number above 0", path};
        return Scale{Scale::Kind::Number, number};
    }
    const auto kind = read_choice<Scale::Kind>(value, path, scale_words, " or a number above 0");
    if (!kind)
        return kind.error();
    return Scale{*kind};
}

namespace {

constexpr std::array<std::pair<std::string_view, Mask::Kind>, 3> numbered_masks = {
    {{"window", Mask::Kind::Window},
     {"prefix", Mask::Kind::Prefix},
     {"padding", Mask::Kind::Padding}}};

/// Whether it is a list of masks, not the rows of one mask.
bool is_list_of_masks(const Json& value) {
    return value.is_array() && std::any_of(value.begin(), value.end(), [](const Json& one) {
               return one.is_string() || one.is_object() ||
                      (one.is_array() && !one.empty() && one.front().is_array());
           });
}

/// Reads {"window": 3} and similar.
Result<Mask> read_numbered_mask(const Json& value, const std::string& path, Index keys) {
    for (const auto& [name, kind] : numbered_masks)
        if (value.size() == 1 && value.contains(std::string(name))) {
            const std::string key(name);
            const auto number = read_whole(value[key], key_path(path, key),
                                           least_number(kind).value_or(0), max_tokens);
            if (!number)
                return number.error();
            Mask mask{kind, {}};
            mask.number = *number;
            return resolved(std::move(mask), keys);
        }
    return Error{"found " + found(value) +
                     R"(, expected one of {"window": 3}, {"prefix": 2}, {"padding": 1})",
                 path};
}

} // namespace

Result<Mask> read_mask(const Json& value, const std::string& path, Index queries, Index keys) {
    if (is_list_of_masks(value)) {
        Mask all{Mask::Kind::All, {}};
        for (std::size_t at = 0; at < value.size(); ++at) {
            if (is_list_of_masks(value[at]))
                return Error{"found a list, expected one mask",
                             path + "[" + std::to_string(at) + "]"};
            auto one = read_mask(value[at], path + "[" + std::to_string(at) + "]", queries, keys);
            if (!one)
                return one.error();
            all.all.push_back(*std::move(one));
        }
        return all;
    }
    if (value.is_array()) {
        auto flags = read_flags(value, path, queries, keys);
        if (!flags)
            return flags.error();
        return Mask{Mask::Kind::Painted, SharedFlags(*std::move(flags))};
    }
    if (value.is_object())
        return read_numbered_mask(value, path, keys);
    const auto kind = read_choice<Mask::Kind>(
        value, path, mask_words,
        R"(, {"window": 3}, {"prefix": 2}, {"padding": 1}, rows of true (blocked) and false, )"
        "or a list of these");
    if (!kind)
        return kind.error();
    return Mask{*kind, {}};
}

Result<Mask> read_mask_of_any_size(const Json& value, const std::string& path) {
    // A painted mask, alone or among several, gives the number of queries and keys.
    const Json* painted = value.is_array() ? &value : nullptr;
    if (is_list_of_masks(value)) {
        const auto found = std::find_if(value.begin(), value.end(),
                                        [](const Json& one) { return one.is_array(); });
        painted = found == value.end() ? nullptr : &*found;
    }
    const Index rows = painted ? static_cast<Index>(painted->size()) : 0;
    const bool has_rows = rows > 0 && painted->front().is_array();
    const Index columns = has_rows ? static_cast<Index>(painted->front().size()) : rows;
    return read_mask(value, path, rows, columns);
}

Json to_json(const Scale& scale) {
    if (scale.kind == Scale::Kind::Number)
        return to_json(scale.number);
    return word(scale_words, scale.kind);
}

Json to_json(const Mask& mask) {
    if (mask.kind == Mask::Kind::All) {
        Json list = Json::array();
        for (const Mask& one : mask.all)
            list.push_back(to_json(one));
        return list;
    }
    for (const auto& [name, kind] : numbered_masks)
        if (kind == mask.kind)
            return {{std::string(name), mask.number}};
    if (mask.kind != Mask::Kind::Painted)
        return word(mask_words, mask.kind);
    Json rows = Json::array();
    for (Index row = 0; row < mask.painted->rows(); ++row) {
        rows.push_back(Json::array());
        for (Index column = 0; column < mask.painted->cols(); ++column)
            rows.back().push_back(static_cast<bool>((*mask.painted)(row, column)));
    }
    return rows;
}

Json to_json(const Matrix& matrix) {
    Json rows = Json::array();
    for (Index row = 0; row < matrix.rows(); ++row) {
        rows.push_back(Json::array());
        for (Index column = 0; column < matrix.cols(); ++column)
            rows.back().push_back(to_json(matrix(row, column)));
    }
    return rows;
}

Json to_json(Real number) {
    if (std::isnan(number))
        return "NaN";
    if (std::isinf(number))
        return number > 0 ? "Infinity" : "-Infinity";
    return number;
}

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
            value, path,
            {"norm", "place", "epsilon", "mlp", "cross", "layers", "words_out", "final_norm"});
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
         {std::pair("cross", &block.has_cross), std::pair("words_out", &block.has_words_out),
          std::pair("final_norm", &block.has_final_norm)})
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
    if (block.has_final_norm)
        object["final_norm"] = true;
    return object;
}

constexpr std::array<std::pair<std::string_view, bool>, 2> embedding_words = {
    {{"given", false}, {"table", true}}};
constexpr std::array<std::pair<std::string_view, bool>, 2> unembedding_words = {
    {{"tied", false}, {"own", true}}};

/// Reads whether X is looked up. A block that reads a table says the next word too, unless it says
/// that it does not.
Result<> read_embedding(const Json& value, const std::string& path, AttentionOptions& options) {
    if (auto fault = put(options.has_table, read_choice<bool>(value, path, embedding_words));
        !fault)
        return fault;
    if (options.has_table && options.block)
        options.block->has_words_out = true;
    return Nothing{};
}

Result<> read_unembedding(const Json& value, const std::string& path, AttentionOptions& options) {
    if (!options.block || !options.block->has_words_out)
        return Error{"it says how logits are made, which only a model of the kind \"block\" with "
                     "\"words_out\": true has",
                     path};
    return put(options.block->has_own_words_out, read_choice<bool>(value, path, unembedding_words));
}

Json unembedding_json(const AttentionOptions& options) {
    const std::optional<Block>& block = options.block;
    const bool is_said =
        block && block->has_words_out && (options.has_table || block->has_own_words_out);
    return is_said ? word_of(unembedding_words, block->has_own_words_out) : Json();
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
    {"score_bias",
     [](const Json& value, const std::string& path, AttentionOptions& options) {
         return read_flag(value, path, options.has_score_bias);
     },
     [](const AttentionOptions& options) { return options.has_score_bias ? Json(true) : Json(); }},
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
    // A block says the next word if it reads a table, so its own word comes after.
    {"embedding", read_embedding,
     [](const AttentionOptions& options) {
         return options.has_table ? word_of(embedding_words, true) : Json();
     }},
    {"block", read_block, block_json},
    {"unembedding", read_unembedding, unembedding_json},
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
    const std::vector<std::string> names = option_names();
    for (const auto& [key, inner] : value.items())
        if (std::find(names.begin(), names.end(), key) == names.end())
            return Error{"there is no such option; expected " + option_keys() +
                             did_you_mean(key, names),
                         key_path(path, key)};
    for (const AttentionOption& option : table) { // some read what those before have set
        const std::string key(option.key);
        const auto at = value.find(key);
        if (at == value.end())
            continue;
        if (auto fault = option.read(*at, key_path(path, key), options); !fault)
            return fault.error();
    }
    return options;
}

namespace {

struct TrainingKey {
    std::string_view key;
    Result<> (*read)(const Json& value, const std::string& path, TrainingSettings& settings);
    /// Returns an empty text if the value is the default.
    std::string (*write)(const TrainingSettings& settings);
};

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
