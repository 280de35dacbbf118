// SPDX-License-Identifier: MIT
// The table of model types: Radford et al. 2019 (GPT-2), Devlin et al. 2019 (BERT), Liu et al. 2019
// (RoBERTa), Touvron et al. 2023 (Llama), Jiang et al. 2023 (Mistral), Yang et al. 2024 (Qwen2),
// Gemma Team 2024 (Gemma, Gemma 2), Black et al. 2022 (GPT-NeoX, whose type Pythia has), Li et al.
// 2023 (Phi), Bellagente et al. 2024 (StableLM 2), Yang et al. 2025 (Qwen3), Gemma Team 2025
// (Gemma 3), with their tensors as the transformers library calls them.
#include "core/checkpoint/config.h"

namespace attn::checkpoint {
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
                           .norm_after_mlp = ""};

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
                            .norm_after_mlp = ""};

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
                               .norm_after_mlp = ""};

/// One norm, which attention and MLP read.
constexpr TensorNames phi() {
    TensorNames names = llama;
    names.o = "self_attn.dense";
    names.norm_2 = names.norm_1;
    names.gate = "";
    names.up = "mlp.fc1";
    names.down = "mlp.fc2";
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
     .sizes = {.groups = 16}},
    {.name = "gemma2",
     .title = "Gemma 2",
     .architecture = "Gemma2",
     .tensors = gemma_2(),
     .has_rms_norm = true,
     .is_rotary = true,
     .adds_one_to_norm = true,
     .scales_embeddings = true,
     .limits_scores = true,
     .sizes = {.groups = 4}},
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
     .sizes = gemma3_sizes},
    {.name = "gemma3",
     .title = "Gemma 3",
     .architecture = "Gemma3ForConditionalGeneration",
     .tensors = inside_of_images(with_qk_norm(gemma_2())),
     .has_rms_norm = true,
     .is_rotary = true,
     .adds_one_to_norm = true,
     .scales_embeddings = true,
     .text_key = "text_config",
     .sizes = gemma3_sizes},
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
