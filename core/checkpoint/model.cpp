// SPDX-License-Identifier: MIT
#include "core/checkpoint/model.h"

#include "core/base/utf8.h"
#include "core/io/file.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace attn::checkpoint {
namespace {

constexpr std::size_t most_config_bytes = std::size_t{1} << 20;

/// The prefix of all names, found by the embeddings of the words.
Result<std::string> prefix_of(const Config& config, const Weights& weights) {
    const TensorNames& names = config.type->tensors;
    const std::string words = std::string(names.words) + ".weight";
    for (const std::string_view prefix : names.prefixes)
        if (weights.tensors.contains(std::string(prefix) + words))
            return std::string(prefix);
    // Larger models may hold this one: "language_model.model.".
    return Error{"the tensor " + cite(words) + " is missing, with or without " +
                 cite(names.prefixes[0]) + " before it; are these the weights of a " +
                 std::string(config.type->title) + " model?"};
}

/// The name of a bias if the file has it, or if this type of model always has it.
std::string bias_of(const Model& model, const std::string& stem, bool is_always) {
    std::string name = stem + ".bias";
    return is_always || model.weights.tensors.contains(name) ? name : std::string();
}

} // namespace

Result<Model> open_model(const std::string& folder) {
    const std::string path = (std::filesystem::path(folder) / "config.json").string();
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored))
        return Error{"the folder has no config.json, which says what the model is; a folder of a "
                     "model holds config.json, model.safetensors and a tokenizer. To import the "
                     "arrays of a single file, name the file",
                     printable(folder)};
    const auto text = io::read_file(path, most_config_bytes);
    if (!text)
        return text.error();
    auto config = read_config(*text, printable(path));
    if (!config)
        return config.error();
    auto weights = open_weights(folder);
    if (!weights)
        return weights.error();
    auto prefix = prefix_of(*config, *weights);
    if (!prefix)
        return Error{prefix.error().message, printable(folder)};
    return Model{folder, *std::move(config), *std::move(weights), *std::move(prefix)};
}

std::string whole_name(const Model& model, std::string_view stem, std::string_view end) {
    return model.prefix + std::string(stem) + std::string(end);
}

NormNames norm_names(const Model& model, const std::string& stem) {
    const bool is_old = !model.weights.tensors.contains(stem + ".weight") &&
                        model.weights.tensors.contains(stem + ".gamma");
    NormNames names{stem + (is_old ? ".gamma" : ".weight"), ""};
    if (!model.config.type->has_rms_norm)
        names.shift = stem + (is_old ? ".beta" : ".bias");
    return names;
}

LayerTensors tensors_of(const Model& model, Index layer) {
    const Config& config = model.config;
    const ModelType& type = *config.type;
    const TensorNames& names = type.tensors;
    LayerTensors made;
    made.begin = whole_name(model, names.layer, std::to_string(layer) + ".");
    const auto stem = [&](std::string_view part) { return made.begin + std::string(part); };
    const auto projection = [&](std::string_view part, Index inputs, Index outputs,
                                bool has_bias) -> Projection {
        return {stem(part) + ".weight",
                bias_of(model, stem(part), has_bias),
                type.is_stored_as_used,
                inputs,
                outputs,
                0,
                outputs};
    };
    const Index queries = config.heads * config.d_head, keys = config.groups * config.d_head;
    const bool has_query_bias = type.has_biases || type.has_query_biases;
    made.q = projection(names.q, config.d_model, queries, has_query_bias);
    made.k = projection(names.k, config.d_model, keys, has_query_bias);
    made.v = projection(names.v, config.d_model, keys, has_query_bias);
    if (type.is_fused) {
        for (Projection* part : {&made.q, &made.k, &made.v})
            part->stored_outputs = queries + 2 * keys;
        made.k.first = type.is_fused_by_head ? config.d_head : queries;
        made.v.first = type.is_fused_by_head ? 2 * config.d_head : queries + keys;
        if (type.is_fused_by_head)
            for (Projection* part : {&made.q, &made.k, &made.v}) {
                part->run = config.d_head;
                part->stride = 3 * config.d_head;
            }
    }
    made.o = projection(names.o, queries, config.d_model, type.has_biases);
    if (config.is_gated())
        made.gate = projection(names.gate, config.d_model, config.d_mlp, false);
    made.up = projection(names.up, config.d_model, config.d_mlp, type.has_biases);
    made.down = projection(names.down, config.d_mlp, config.d_model, type.has_biases);
    made.norm_1 = norm_names(model, stem(names.norm_1));
    // If the MLP reads what the attention reads, one norm may serve both.
    const bool has_one_norm =
        config.has_parallel_mlp && !model.weights.tensors.contains(stem(names.norm_2) + ".weight");
    made.norm_2 = norm_names(model, stem(has_one_norm ? names.norm_1 : names.norm_2));
    if (!names.norm_after_attention.empty())
        made.norm_after_attention = norm_names(model, stem(names.norm_after_attention));
    if (!names.norm_after_mlp.empty())
        made.norm_after_mlp = norm_names(model, stem(names.norm_after_mlp));
    if (!names.q_norm.empty()) {
        made.q_norm = norm_names(model, stem(names.q_norm));
        made.k_norm = norm_names(model, stem(names.k_norm));
    }
    return made;
}

} // namespace attn::checkpoint
