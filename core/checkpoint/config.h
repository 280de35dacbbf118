// SPDX-License-Identifier: MIT
// Reads config.json as plain numbers and choices: a model's sizes, its norms, how its words know
// their positions, which keys a layer sees. One table of model types holds what the file leaves
// out, and the names of tensors.
#pragma once

#include "core/base/matrix.h"
#include "core/base/result.h"
#include "core/engine/graph/graph.h"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attn::checkpoint {

/// The names of a model's tensors, without ".weight" and ".bias"; empty: it has none. Names from
/// norm_1 on follow "layer" and its number.
struct TensorNames {
    std::array<std::string_view, 2> prefixes; // what may stand before every name
    std::string_view words, positions, types, embedding_norm;
    std::string_view layer; // "h."
    std::string_view norm_1, q, k, v, o, norm_2, gate, up, down;
    std::string_view norm_after_attention, norm_after_mlp; // norms before the sums, as in Gemma 2
    std::string_view q_norm = {}, k_norm = {};             // norms before queries and keys turn
    std::string_view final_norm = {};                      // the norm after the last layer
    /// The table of the logits, if it is not that of the words; no prefix stands before it.
    std::string_view unembedding = {};
};

/// The sizes that the transformers library takes where config.json leaves them out; 0: the file
/// must say it, or it follows from the others.
struct UsualSizes {
    Index layers = 0, heads = 0, groups = 0;
    Index d_model = 0, d_head = 0, d_mlp = 0;
    Index vocabulary = 0, positions = 0;
};

struct ModelType {
    std::string_view name;         // model_type of config.json: "gpt2"
    std::string_view title;        // "GPT-2"
    std::string_view architecture; // how its names in "architectures" begin: "GPT2"
    TensorNames tensors;
    bool is_fused = false;          // q, k and v stand side by side in one tensor
    bool is_stored_as_used = false; // input × output; else output × input, as nn.Linear does
    bool has_biases = false;        // every projection has one
    bool has_query_biases = false;  // Q, K and V have one
    bool is_causal = true;
    bool has_rms_norm = false;   // else LayerNorm
    bool has_norm_after = false; // norm(x + sublayer(x)); else x + sublayer(norm(x))
    bool is_rotary = false;
    bool is_fused_by_head = false; // one tensor holds q, k and v of one head after the other's
    bool has_parallel_mlp = false; // x + attention(norm(x)) + mlp(norm(x)), unless the file denies
    Real turned_share = 1;         // the share of a head's columns that is rotated, unless the file
                                   // says it
    std::string_view activation = {}; // the MLP's, unless the file names one
    bool adds_one_to_norm = false;    // norms multiply by 1 + weight
    bool scales_embeddings = false;   // by √d_model
    bool limits_scores = false;       // attn_logit_softcapping bounds scores; 50 if it is missing
    std::string_view text_key = {}; // the part of config.json about the text; empty: the whole file
    UsualSizes sizes = {};
    bool ties_words = false; // the logits are products with the embeddings, unless the file denies
    bool may_share_keys = true; // as num_key_value_heads says; else every head has keys of its own

    /// x + norm(sublayer(norm(x))), as Gemma 2 has it.
    bool has_norms_on_both_sides() const { return !tensors.norm_after_attention.empty(); }
};
std::span<const ModelType> model_types();

struct Config {
    const ModelType* type = nullptr; // the row of the table
    Index layers = 0, heads = 0, groups = 0;
    Index d_model = 0, d_head = 0, d_mlp = 0;
    Index vocabulary = 0;
    Index positions = 0;          // the most words of a text
    Index first_position = 0;     // the row of the positions that is the first word's
    std::optional<Index> padding; // the word of RoBERTa that has no position
    Real epsilon = 1e-5;
    Activation::Kind activation = Activation::Kind::Gelu;
    std::vector<Real> rotary_bases; // one for each layer; empty: no layer turns anything
    Index turned = 0; // how many columns of a head are turned, from the first on; 0: all
    bool has_parallel_mlp = false; // attention and MLP read the same words
    std::vector<Real> divisors;    // one for each layer's scores
    std::vector<Index> windows;    // how far words see in each layer; 0: without limit
    std::optional<Real> soft_limit;
    bool is_causal = true;
    std::optional<Real> logit_limit; // bounds the logits, as in Gemma 2
    bool has_tied_words = false;     // the logits are products with the embeddings of the words

    bool is_gated() const { return !type->tensors.gate.empty(); }
};

/// Reads the text of a config.json. The error names the key, what was found and what was expected;
/// for an unknown model type it lists the known ones.
Result<Config> read_config(std::string_view text, const std::string& file_name);

/// "GPT-2 of 12 layers of 12 heads, d_model 768".
std::string described(const Config& config);

} // namespace attn::checkpoint
