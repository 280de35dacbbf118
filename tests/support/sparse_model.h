// SPDX-License-Identifier: MIT
// A model folder whose weights are a sparse file: any size, all zeros.
#pragma once

#include "tests/support/temp_dir.h"

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace attn::test {

struct SparseSizes {
    int layers = 32, heads = 32, d_model = 4096, d_mlp = 11'008, vocabulary = 32'000;
    bool speaks = false; // has the last norm and the table of the next words
};

/// Writes a Llama model of float32, by default of seven billion weights in 27 GB. Returns the path
/// of its weights.
inline std::string write_sparse_model(const TempDir& folder, const SparseSizes& sizes = {}) {
    const auto number = [](auto value) { return std::to_string(value); };
    const std::string model = number(sizes.d_model), mlp = number(sizes.d_mlp);
    (void)folder.file("config.json", R"({"model_type": "llama", "num_hidden_layers": )" +
                                         number(sizes.layers) + R"(, "num_attention_heads": )" +
                                         number(sizes.heads) + R"(, "hidden_size": )" + model +
                                         R"(, "intermediate_size": )" + mlp +
                                         R"(, "vocab_size": )" + number(sizes.vocabulary) +
                                         R"(, "max_position_embeddings": 4096})");
    std::vector<std::pair<std::string, std::vector<int>>> tensors{
        {"model.embed_tokens", {sizes.vocabulary, sizes.d_model}}};
    for (int layer = 0; layer < sizes.layers; ++layer) {
        const std::string of = "model.layers." + number(layer) + ".";
        for (const char* norm : {"input_layernorm", "post_attention_layernorm"})
            tensors.push_back({of + norm, {sizes.d_model}});
        for (const char* part : {"q", "k", "v", "o"})
            tensors.push_back({of + "self_attn." + part + "_proj", {sizes.d_model, sizes.d_model}});
        tensors.push_back({of + "mlp.gate_proj", {sizes.d_mlp, sizes.d_model}});
        tensors.push_back({of + "mlp.up_proj", {sizes.d_mlp, sizes.d_model}});
        tensors.push_back({of + "mlp.down_proj", {sizes.d_model, sizes.d_mlp}});
    }
    if (sizes.speaks) {
        tensors.push_back({"model.norm", {sizes.d_model}});
        tensors.push_back({"lm_head", {sizes.vocabulary, sizes.d_model}});
    }
    std::string head;
    std::uintmax_t at = 0;
    for (const auto& [name, shape] : tensors) {
        std::uintmax_t bytes = sizeof(float);
        std::string axes;
        for (const int axis : shape) {
            bytes *= static_cast<std::uintmax_t>(axis);
            axes += (axes.empty() ? "" : ",") + number(axis);
        }
        head += (head.empty() ? "{\"" : ",\"") + name + R"(.weight":{"dtype":"F32","shape":[)" +
                axes + R"(],"data_offsets":[)" + number(at) + "," + number(at + bytes) + "]}";
        at += bytes;
    }
    head += "}";
    std::string begin;
    for (unsigned byte = 0; byte < 8; ++byte)
        begin.push_back(static_cast<char>(head.size() >> (8 * byte) & 0xFF));
    const std::string path = folder.file("model.safetensors", begin + head);
    std::filesystem::resize_file(path, begin.size() + head.size() + at);
    return path;
}

} // namespace attn::test
