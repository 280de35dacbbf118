// SPDX-License-Identifier: MIT
#include "core/checkpoint/config.h"

#include "core/base/utf8.h"
#include "core/io/document/json_text.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <utility>

namespace attn::checkpoint {
namespace {

using io::Json;

/// The largest width of a layer.
constexpr Index max_side = Index{1} << 18;

/// Reads the members of config.json and keeps the first error.
class Reading {
public:
    explicit Reading(const Json& root) : root_(root) {}

    /// The member, or null where it is absent or says null.
    const Json* member(const char* key) const {
        const auto at = root_.find(key);
        return at == root_.end() || at->is_null() ? nullptr : &*at;
    }
    bool has(const char* key) const { return root_.contains(key); }
    Index whole(std::initializer_list<const char*> keys, std::optional<Index> otherwise,
                Index low = 1) {
        constexpr Index most = Index{1} << 31;
        for (const char* key : keys)
            if (const Json* const value = member(key)) {
                const auto number = io::read_whole(*value, key, low, most);
                if (!number)
                    return note(number.error(), otherwise.value_or(low));
                return *number;
            }
        if (!otherwise)
            return note(missing(*keys.begin()), low);
        return *otherwise;
    }
    Real number(std::initializer_list<const char*> keys, Real otherwise) {
        for (const char* key : keys)
            if (const Json* const value = member(key)) {
                const auto found = io::read_number(*value, key);
                if (!found || !(*found > 0 && std::isfinite(*found)))
                    return note(
                        Error{"found " + io::found(*value) + ", expected a number above 0", key},
                        otherwise);
                return *found;
            }
        return otherwise;
    }
    bool flag(const char* key, bool otherwise) {
        const Json* const value = member(key);
        if (!value)
            return otherwise;
        if (!value->is_boolean())
            return note(Error{"found " + io::found(*value) + ", expected true or false", key},
                        otherwise);
        return value->get<bool>();
    }
    std::string text(std::initializer_list<const char*> keys, const std::string& otherwise) {
        for (const char* key : keys)
            if (const Json* const value = member(key)) {
                auto found = io::read_text(*value, key);
                if (!found)
                    return note(found.error(), otherwise);
                return *std::move(found);
            }
        return otherwise;
    }
    template <class Value>
    Value note(Error error, Value otherwise) {
        if (!fault_)
            fault_ = std::move(error);
        return otherwise;
    }
    static Error missing(const std::string& key) {
        return {"the key " + cite(key) + " is missing; expected a whole number"};
    }
    const std::optional<Error>& fault() const { return fault_; }

private:
    const Json& root_;
    std::optional<Error> fault_;
};

Result<const ModelType*> type_of(Reading& from) {
    const std::string name = from.text({"model_type"}, "");
    std::string architecture;
    if (const Json* const list = from.member("architectures");
        list && list->is_array() && !list->empty() && list->front().is_string())
        architecture = list->front().get<std::string>();
    if (from.fault())
        return *from.fault();
    std::string known;
    for (const ModelType& type : model_types()) {
        if (name.empty() ? architecture.starts_with(type.architecture) : type.name == name)
            return &type;
        known += (known.empty() ? "" : ", ") + std::string(type.name);
    }
    if (name.empty() && architecture.empty())
        return Error{"the key \"model_type\" is missing; Attention Lab reads models of type " +
                     known};
    return Error{
        "the model is of type " + cite(name.empty() ? architecture : name) +
            "; Attention Lab reads models of type " + known +
            ". A layer of any model that runs in PyTorch is written by the Python file that this "
            "prints: attention-lab capture -o capture.py",
        "model_type"};
}

Activation::Kind activation_of(Reading& from, std::initializer_list<const char*> keys,
                               const std::string& otherwise) {
    constexpr std::pair<std::string_view, Activation::Kind> table[] = {
        {"relu", Activation::Kind::Relu},
        {"gelu", Activation::Kind::Gelu},
        {"gelu_new", Activation::Kind::GeluTanh},
        {"gelu_fast", Activation::Kind::GeluTanh},
        {"gelu_pytorch_tanh", Activation::Kind::GeluTanh},
        {"silu", Activation::Kind::Silu},
        {"swish", Activation::Kind::Silu}};
    const std::string name = from.text(keys, otherwise);
    for (const auto& [word, activation] : table)
        if (word == name)
            return activation;
    return from.note(Error{"the activation is " + cite(name) +
                               "; Attention Lab computes relu, gelu, gelu_new, gelu_fast, "
                               "gelu_pytorch_tanh and silu",
                           *keys.begin()},
                     Activation::Kind::Gelu);
}

/// The base of the angles in an object that says how words turn, and what the lab's rotary
/// positions cannot be.
Result<Real> base_in(const Json& about, const char* key, Real otherwise, bool is_gemma_3) {
    Reading inner(about);
    const Real base = inner.number({"rope_theta"}, otherwise);
    const std::string kind = inner.text({"rope_type", "type"}, "default");
    if (inner.fault())
        return *inner.fault();
    if (kind != "default")
        return Error{"the rotary positions are stretched by the rule " + cite(kind) +
                         "; Attention Lab turns pairs only by position · base^(-2i/d). Choose "
                         "a model without such a rule" +
                         (is_gemma_3 ? ", as Gemma 3 of 270M and of 1B parameters are" : ""),
                     key};
    return base;
}

/// Whether layers that see a window have angles of their own, as Gemma 3's have.
bool has_local_base(const Config& config) {
    return config.type->scales_embeddings && !config.type->tensors.q_norm.empty();
}

/// The base of each kind of layer, by its name in files. Newer files have one object for base and
/// rule, and one in it for each kind of layer.
Result<Real> rotary_base(Reading& from, const char* kind_of_layer, Real otherwise,
                         bool is_gemma_3) {
    Real base = otherwise;
    for (const char* key : {"rope_scaling", "rope_parameters"}) {
        const Json* about = from.member(key);
        if (about && about->is_object() && about->contains(kind_of_layer))
            about = &(*about)[kind_of_layer];
        // The rule of older files belongs to layers without a window.
        const bool is_of_others = std::string_view(key) == "rope_scaling" &&
                                  std::string_view(kind_of_layer) == "sliding_attention";
        if (!about || !about->is_object() || is_of_others)
            continue;
        const auto found = base_in(*about, key, base, is_gemma_3);
        if (!found)
            return found;
        base = *found;
    }
    return base;
}

/// How many columns of a head are turned: int(width · share), as the transformers library has it.
/// Each rotary type has its own key for the share.
Result<Index> turned_columns(Reading& from, const Config& config) {
    Real share = from.number({"partial_rotary_factor", "rotary_pct"}, config.type->turned_share);
    if (const Json* const about = from.member("rope_parameters"); about && about->is_object()) {
        Reading inner(*about);
        share = inner.number({"partial_rotary_factor"}, share);
        if (inner.fault())
            return *inner.fault();
    }
    const auto turned = static_cast<Index>(
        std::min(share, Real{2}) * static_cast<Real>(config.d_head)); // no overflow of any share
    if (share > 1 || turned < 2 || turned % 2 != 0)
        return Error{"rotary positions turn pairs of columns, but of the " +
                         std::to_string(config.d_head) + " of a head they would turn " +
                         std::to_string(turned) + "; expected an even number of them, from 2 on",
                     from.has("rotary_pct") ? "rotary_pct" : "partial_rotary_factor"};
    return turned == config.d_head ? 0 : turned;
}

/// Which layers are of the kind that sees a window.
std::vector<bool> narrow_layers(Reading& from, const Config& config) {
    const std::string_view type = config.type->name;
    const bool is_qwen = type == "qwen2" || type == "qwen3";
    const Index from_layer = from.whole({"max_window_layers"}, 28, 0);
    // Of so many layers the last sees all words.
    const Index pattern = from.whole({"sliding_window_pattern"}, 6);
    const Json* const kinds = from.member("layer_types");
    std::vector<bool> narrow;
    for (std::size_t layer = 0; layer < static_cast<std::size_t>(config.layers); ++layer) {
        const auto at = static_cast<Index>(layer);
        bool is_narrow = type == "mistral" || (type == "gemma2" && at % 2 == 0) ||
                         (is_qwen && at >= from_layer) ||
                         (has_local_base(config) && (at + 1) % pattern != 0);
        if (kinds && kinds->is_array() && layer < kinds->size())
            is_narrow = (*kinds)[layer] == "sliding_attention";
        narrow.push_back(is_narrow);
    }
    return narrow;
}

/// How far the words of each layer see.
std::vector<Index> windows_of(Reading& from, const Config& config) {
    const std::string_view type = config.type->name;
    std::vector<Index> windows(static_cast<std::size_t>(config.layers), 0);
    const bool is_qwen = type == "qwen2" || type == "qwen3";
    if (type != "mistral" && !is_qwen && !config.type->has_norms_on_both_sides())
        return windows;
    const bool is_used = !is_qwen || from.flag("use_sliding_window", false);
    // Where the file says null there is no window.
    const Index width = from.has("sliding_window") ? from.whole({"sliding_window"}, 0, 0) : 4096;
    if (!is_used || width == 0)
        return windows;
    const std::vector<bool> narrow = narrow_layers(from, config);
    for (std::size_t layer = 0; layer < windows.size(); ++layer)
        if (narrow[layer])
            windows[layer] = width;
    return windows;
}

/// The base of the angles of each layer.
Result<std::vector<Real>> rotary_bases(Reading& from, const Config& config) {
    const bool has_local = has_local_base(config);
    const auto base = rotary_base(
        from, "full_attention",
        from.number({"rope_theta", "rotary_emb_base"}, has_local ? 1e6 : 1e4), has_local);
    if (!base)
        return base.error();
    std::vector<Real> bases(static_cast<std::size_t>(config.layers), *base);
    if (!has_local)
        return bases;
    const auto local =
        rotary_base(from, "sliding_attention", from.number({"rope_local_base_freq"}, 1e4), true);
    if (!local)
        return local.error();
    const std::vector<bool> narrow = narrow_layers(from, config);
    for (std::size_t layer = 0; layer < bases.size(); ++layer)
        if (narrow[layer])
            bases[layer] = *local;
    return bases;
}

/// What the scores of each layer are divided by.
std::vector<Real> divisors_of(Reading& from, const Config& config) {
    Real divisor = std::sqrt(static_cast<Real>(config.d_head));
    if (config.type->has_norms_on_both_sides())
        divisor = std::sqrt(from.number({"query_pre_attn_scalar"}, 256));
    const bool is_gpt2 = config.type->name == "gpt2";
    if (is_gpt2 && !from.flag("scale_attn_weights", true))
        divisor = 1;
    const bool is_by_layer = is_gpt2 && from.flag("scale_attn_by_inverse_layer_idx", false);
    std::vector<Real> divisors;
    for (Index layer = 0; layer < config.layers; ++layer)
        divisors.push_back(is_by_layer ? divisor * static_cast<Real>(layer + 1) : divisor);
    return divisors;
}

/// Checks that the sizes fit each other.
Result<> check_sizes(const Config& config, bool has_own_head_width, bool has_groups) {
    if (!has_own_head_width && config.d_model % config.heads != 0)
        return Error{"the width " + std::to_string(config.d_model) +
                         " cannot be divided evenly into " + std::to_string(config.heads) +
                         " heads",
                     "num_attention_heads"};
    if (config.heads % config.groups != 0 && !has_groups)
        return Error{"the key is missing, and models of type " + std::string(config.type->name) +
                         " then have keys and values for " + std::to_string(config.groups) +
                         " groups, which " + std::to_string(config.heads) +
                         " heads cannot share evenly; write the number of groups",
                     "num_key_value_heads"};
    if (config.heads % config.groups != 0)
        return Error{std::to_string(config.heads) + " heads cannot share the keys and values of " +
                         std::to_string(config.groups) + " groups evenly",
                     "num_key_value_heads"};
    constexpr Index most_layers = 10'000;
    if (config.layers > most_layers)
        return Error{"found " + std::to_string(config.layers) + " layers; at most " +
                         std::to_string(most_layers) + " are read",
                     "num_hidden_layers"};
    if (config.heads > max_side)
        return Error{"found " + std::to_string(config.heads) + " heads; at most " +
                         std::to_string(max_side) + " are read",
                     "num_attention_heads"};
    if (config.d_model > max_side || config.d_head > max_side || config.d_mlp > max_side)
        return Error{"a layer has more than " + std::to_string(max_side) +
                         " columns; at most that many are read",
                     "hidden_size"};
    return Nothing{};
}

/// Weights that are quantised are not read.
std::optional<Error> quantised(const Reading& from) {
    if (!from.member("quantization_config"))
        return std::nullopt;
    return Error{"the weights are quantised; Attention Lab reads weights of float64, float32, "
                 "float16 and bfloat16. Take the model as it was before it was quantised",
                 "quantization_config"};
}

/// `from`: the file, or what it says of the words.
Result<Config> read(Reading& from, const ModelType* type) {
    if (auto error = quantised(from))
        return *std::move(error);
    Config config;
    config.type = type;
    const UsualSizes& usual = type->sizes;
    const auto if_known = [](Index size) { return size > 0 ? std::optional(size) : std::nullopt; };
    const std::string_view name = config.type->name;
    config.layers = from.whole({"num_hidden_layers", "n_layer"}, if_known(usual.layers));
    config.heads = from.whole({"num_attention_heads", "n_head"}, if_known(usual.heads));
    // If the file says null, every head has its own keys.
    const bool has_groups = from.has("num_key_value_heads");
    const Index usual_groups = has_groups || usual.groups == 0 ? config.heads : usual.groups;
    config.groups =
        type->may_share_keys ? from.whole({"num_key_value_heads"}, usual_groups) : config.heads;
    config.d_model = from.whole({"hidden_size", "n_embd"}, if_known(usual.d_model));
    const Index usual_head = std::max<Index>(config.d_model / config.heads, 1);
    const bool is_gemma = config.type->scales_embeddings;
    config.d_head = from.whole({"head_dim"}, usual.d_head > 0 ? usual.d_head
                                             : is_gemma       ? 256
                                                              : usual_head);
    config.d_mlp = name == "gpt2" ? from.whole({"n_inner"}, 4 * config.d_model)
                                  : from.whole({"intermediate_size"}, if_known(usual.d_mlp));
    config.vocabulary = from.whole({"vocab_size"}, if_known(usual.vocabulary));
    config.positions = from.whole({"max_position_embeddings", "n_positions", "n_ctx"},
                                  usual.positions > 0      ? if_known(usual.positions)
                                  : config.type->is_rotary ? std::optional<Index>(4096)
                                                           : std::nullopt);
    config.epsilon = from.number({"layer_norm_epsilon", "layer_norm_eps", "rms_norm_eps"},
                                 name == "gpt2"              ? 1e-5
                                 : config.type->has_rms_norm ? 1e-6
                                 : config.type->is_rotary    ? 1e-5
                                                             : 1e-12);
    // Gemma's files say "gelu", although the model computes its tanh form.
    config.activation = is_gemma ? activation_of(from, {"hidden_activation"}, "gelu_pytorch_tanh")
                                 : activation_of(from, {"hidden_act", "activation_function"},
                                                 !config.type->activation.empty()
                                                     ? std::string(config.type->activation)
                                                 : name == "gpt2"         ? "gelu_new"
                                                 : config.type->is_rotary ? "silu"
                                                                          : "gelu");
    config.is_causal = config.type->is_causal || from.flag("is_decoder", false);
    if (name == "roberta") {
        config.padding = from.whole({"pad_token_id"}, 1, 0);
        config.first_position = *config.padding + 1;
        config.positions = std::max<Index>(config.positions - config.first_position, 0);
    }
    // Gemma3Attention keeps the number, and its scores are made without it. null: no limit.
    const bool is_without =
        from.has("attn_logit_softcapping") && !from.member("attn_logit_softcapping");
    if (type->limits_scores && !is_without)
        config.soft_limit = from.number({"attn_logit_softcapping"}, 50);
    // null: no limit.
    const bool has_no_limit =
        from.has("final_logit_softcapping") && !from.member("final_logit_softcapping");
    if ((type->limits_scores || from.has("final_logit_softcapping")) && !has_no_limit)
        config.logit_limit = from.number({"final_logit_softcapping"}, 30);
    if (from.fault())
        return *from.fault();
    if (const auto fits = check_sizes(
            config, from.member("head_dim") || is_gemma || usual.d_head > 0, has_groups);
        !fits)
        return fits.error();
    config.has_tied_words = from.flag("tie_word_embeddings", type->ties_words);
    config.has_parallel_mlp = from.flag("use_parallel_residual", config.type->has_parallel_mlp);
    if (from.flag("use_bidirectional_attention", false))
        return Error{"its words see those after them as well, in windows of half the width, which "
                     "Attention Lab does not compute for this type of model. Choose a model "
                     "without it",
                     "use_bidirectional_attention"};
    if (from.flag("qk_layernorm", false))
        return Error{"queries and keys are normalised before they are turned, which Attention Lab "
                     "does not compute for this type of model. Choose a model without it",
                     "qk_layernorm"};
    if (config.type->is_rotary && config.d_head % 2 != 0 && config.type->turned_share == 1 &&
        !from.member("partial_rotary_factor"))
        return Error{"rotary positions turn pairs of columns, but a head has " +
                         std::to_string(config.d_head) + " columns; expected an even number",
                     "head_dim"};
    config.windows = windows_of(from, config);
    config.divisors = divisors_of(from, config);
    if (!config.type->is_rotary) {
        const std::string kind = from.text({"position_embedding_type"}, "absolute");
        if (kind != "absolute")
            return Error{
                "the positions are " + cite(kind) +
                    "; Attention Lab reads only \"absolute\" positions of this type of model",
                "position_embedding_type"};
    } else {
        auto bases = rotary_bases(from, config);
        if (!bases)
            return bases.error();
        config.rotary_bases = *std::move(bases);
        const auto turned = turned_columns(from, config);
        if (!turned)
            return turned.error();
        config.turned = *turned;
    }
    if (from.fault())
        return *from.fault();
    return config;
}

} // namespace

Result<Config> read_config(std::string_view text, const std::string& file_name) {
    const auto root = io::parse_json(text, file_name);
    if (!root)
        return root.error();
    if (!root->is_object())
        return Error{"found " + io::found(*root) + ", expected an object of settings", file_name};
    Reading reading(*root);
    const auto type = type_of(reading);
    const std::string inside = type ? std::string((*type)->text_key) : "";
    if (const auto error = type ? quantised(reading) : std::nullopt)
        return Error{error->message, file_name + ": " + error->where};
    const Json* const about = inside.empty() ? &*root : reading.member(inside.c_str());
    if (!about || !about->is_object())
        return Error{"the key " + cite(inside) + " is missing; expected an object of settings",
                     file_name};
    Reading of_text(*about);
    auto config = type ? read(of_text, *type) : Result<Config>(type.error());
    if (config)
        return config;
    const Error& error = config.error();
    const std::string dot = inside.empty() || error.where.empty() ? "" : ".";
    const std::string where = inside + dot + error.where;
    return Error{error.message, file_name + (where.empty() ? "" : ": " + where)};
}

std::string described(const Config& config) {
    const auto counted = [](Index count, const std::string& what) {
        return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
    };
    return std::string(config.type->title) + " of " + counted(config.layers, "layer") + " of " +
           counted(config.heads, "head") + ", d_model " + std::to_string(config.d_model) +
           (config.groups < config.heads
                ? ", " + counted(config.groups, "group") + " of keys and values"
                : "");
}

// The table of model types: Radford et al. 2019 (GPT-2), Devlin et al. 2019 (BERT), Liu et al. 2019
// (RoBERTa), Touvron et al. 2023 (Llama), Jiang et al. 2023 (Mistral), Yang et al. 2024 (Qwen2),
// Gemma Team 2024 (Gemma, Gemma 2), Black et al. 2022 (GPT-NeoX, whose type Pythia has), Li et al.
// 2023 (Phi), Bellagente et al. 2024 (StableLM 2), Yang et al. 2025 (Qwen3), Gemma Team 2025 (Gemma
// 3), with their tensors as the transformers library calls them.

namespace {

constexpr TensorNames gpt2{.prefixes = {"transformer.", ""},
                           .words = "wte",
                           .positions = "wpe",
                           .types = "",
                           .embedding_norm = "",
                           .layer = "h.",
                           .norm_1 = "ln_1",
                           .q = "attn.c_attn",
                           .k = "attn.c_attn",
                           .v = "attn.c_attn",
                           .o = "attn.c_proj",
                           .norm_2 = "ln_2",
                           .gate = "",
                           .up = "mlp.c_fc",
                           .down = "mlp.c_proj",
                           .norm_after_attention = "",
                           .norm_after_mlp = "",
                           .final_norm = "ln_f",
                           .unembedding = "lm_head"};

constexpr TensorNames bert_like(std::string_view prefix) {
    return {.prefixes = {prefix, ""},
            .words = "embeddings.word_embeddings",
            .positions = "embeddings.position_embeddings",
            .types = "embeddings.token_type_embeddings",
            .embedding_norm = "embeddings.LayerNorm",
            .layer = "encoder.layer.",
            .norm_1 = "attention.output.LayerNorm",
            .q = "attention.self.query",
            .k = "attention.self.key",
            .v = "attention.self.value",
            .o = "attention.output.dense",
            .norm_2 = "output.LayerNorm",
            .gate = "",
            .up = "intermediate.dense",
            .down = "output.dense",
            .norm_after_attention = "",
            .norm_after_mlp = ""};
}

constexpr TensorNames llama{.prefixes = {"model.", ""},
                            .words = "embed_tokens",
                            .positions = "",
                            .types = "",
                            .embedding_norm = "",
                            .layer = "layers.",
                            .norm_1 = "input_layernorm",
                            .q = "self_attn.q_proj",
                            .k = "self_attn.k_proj",
                            .v = "self_attn.v_proj",
                            .o = "self_attn.o_proj",
                            .norm_2 = "post_attention_layernorm",
                            .gate = "mlp.gate_proj",
                            .up = "mlp.up_proj",
                            .down = "mlp.down_proj",
                            .norm_after_attention = "",
                            .norm_after_mlp = "",
                            .final_norm = "norm",
                            .unembedding = "lm_head"};

constexpr TensorNames gemma_2() {
    TensorNames names = llama;
    names.norm_2 = "pre_feedforward_layernorm";
    names.norm_after_attention = "post_attention_layernorm";
    names.norm_after_mlp = "post_feedforward_layernorm";
    return names;
}

/// Qwen3, Gemma 3: the same with norms of queries and keys.
constexpr TensorNames with_qk_norm(TensorNames names) {
    names.q_norm = "self_attn.q_norm";
    names.k_norm = "self_attn.k_norm";
    return names;
}
/// Returns the names as a model of images and words writes them for its words.
constexpr TensorNames inside_of_images(TensorNames names) {
    names.prefixes = {"language_model.model.", "model.language_model."};
    return names;
}

constexpr TensorNames gpt_neox{.prefixes = {"gpt_neox.", ""},
                               .words = "embed_in",
                               .positions = "",
                               .types = "",
                               .embedding_norm = "",
                               .layer = "layers.",
                               .norm_1 = "input_layernorm",
                               .q = "attention.query_key_value",
                               .k = "attention.query_key_value",
                               .v = "attention.query_key_value",
                               .o = "attention.dense",
                               .norm_2 = "post_attention_layernorm",
                               .gate = "",
                               .up = "mlp.dense_h_to_4h",
                               .down = "mlp.dense_4h_to_h",
                               .norm_after_attention = "",
                               .norm_after_mlp = "",
                               .final_norm = "final_layer_norm",
                               .unembedding = "embed_out"};

/// One norm, which attention and MLP read.
constexpr TensorNames phi() {
    TensorNames names = llama;
    names.o = "self_attn.dense";
    names.norm_2 = names.norm_1;
    names.gate = "";
    names.up = "mlp.fc1";
    names.down = "mlp.fc2";
    names.final_norm = "final_layernorm";
    return names;
}

/// From Qwen3Config of the transformers library.
constexpr UsualSizes qwen3_sizes{.layers = 32,
                                 .heads = 32,
                                 .groups = 32,
                                 .d_model = 4096,
                                 .d_head = 128,
                                 .d_mlp = 22016,
                                 .vocabulary = 151936,
                                 .positions = 32768};

/// From Gemma3TextConfig of the transformers library.
constexpr UsualSizes gemma3_sizes{.layers = 26,
                                  .heads = 8,
                                  .groups = 4,
                                  .d_model = 2304,
                                  .d_head = 256,
                                  .d_mlp = 9216,
                                  .vocabulary = 262208,
                                  .positions = 131072};

/// A number of groups alone is that of the transformers library: MistralConfig, Qwen2Config,
/// GemmaConfig, Gemma2Config, StableLmConfig. LlamaConfig and PhiConfig take the number of heads.
constexpr ModelType types[] = {
    {.name = "gpt2",
     .title = "GPT-2",
     .architecture = "GPT2",
     .tensors = gpt2,
     .is_fused = true,
     .is_stored_as_used = true,
     .has_biases = true,
     .ties_words = true,
     .may_share_keys = false},
    {.name = "bert",
     .title = "BERT",
     .architecture = "Bert",
     .tensors = bert_like("bert."),
     .has_biases = true,
     .is_causal = false,
     .has_norm_after = true,
     .may_share_keys = false},
    {.name = "roberta",
     .title = "RoBERTa",
     .architecture = "Roberta",
     .tensors = bert_like("roberta."),
     .has_biases = true,
     .is_causal = false,
     .has_norm_after = true,
     .may_share_keys = false},
    {.name = "llama",
     .title = "Llama",
     .architecture = "Llama",
     .tensors = llama,
     .has_rms_norm = true,
     .is_rotary = true},
    {.name = "mistral",
     .title = "Mistral",
     .architecture = "Mistral",
     .tensors = llama,
     .has_rms_norm = true,
     .is_rotary = true,
     .sizes = {.groups = 8}},
    {.name = "qwen2",
     .title = "Qwen2",
     .architecture = "Qwen2For",
     .tensors = llama,
     .has_query_biases = true,
     .has_rms_norm = true,
     .is_rotary = true,
     .sizes = {.groups = 32}},
    {.name = "gemma",
     .title = "Gemma",
     .architecture = "GemmaFor",
     .tensors = llama,
     .has_rms_norm = true,
     .is_rotary = true,
     .adds_one_to_norm = true,
     .scales_embeddings = true,
     .sizes = {.groups = 16},
     .ties_words = true},
    {.name = "gemma2",
     .title = "Gemma 2",
     .architecture = "Gemma2",
     .tensors = gemma_2(),
     .has_rms_norm = true,
     .is_rotary = true,
     .adds_one_to_norm = true,
     .scales_embeddings = true,
     .limits_scores = true,
     .sizes = {.groups = 4},
     .ties_words = true},
    {.name = "qwen3",
     .title = "Qwen3",
     .architecture = "Qwen3For",
     .tensors = with_qk_norm(llama),
     .has_rms_norm = true,
     .is_rotary = true,
     .sizes = qwen3_sizes},
    {.name = "gemma3_text",
     .title = "Gemma 3",
     .architecture = "Gemma3ForCausalLM",
     .tensors = with_qk_norm(gemma_2()),
     .has_rms_norm = true,
     .is_rotary = true,
     .adds_one_to_norm = true,
     .scales_embeddings = true,
     .sizes = gemma3_sizes,
     .ties_words = true},
    {.name = "gemma3",
     .title = "Gemma 3",
     .architecture = "Gemma3ForConditionalGeneration",
     .tensors = inside_of_images(with_qk_norm(gemma_2())),
     .has_rms_norm = true,
     .is_rotary = true,
     .adds_one_to_norm = true,
     .scales_embeddings = true,
     .text_key = "text_config",
     .sizes = gemma3_sizes,
     .ties_words = true},
    {.name = "gpt_neox",
     .title = "GPT-NeoX",
     .architecture = "GPTNeoX",
     .tensors = gpt_neox,
     .is_fused = true,
     .has_biases = true,
     .is_rotary = true,
     .is_fused_by_head = true,
     .has_parallel_mlp = true,
     .turned_share = 0.25,
     .activation = "gelu",
     .may_share_keys = false},
    {.name = "phi",
     .title = "Phi",
     .architecture = "PhiFor",
     .tensors = phi(),
     .has_biases = true,
     .is_rotary = true,
     .has_parallel_mlp = true,
     .turned_share = 0.5,
     .activation = "gelu_new"},
    {.name = "stablelm",
     .title = "StableLM",
     .architecture = "StableLm",
     .tensors = llama,
     .is_rotary = true,
     .turned_share = 0.25,
     .sizes = {.groups = 32}},
};

} // namespace

std::span<const ModelType> model_types() {
    return types;
}

} // namespace attn::checkpoint
