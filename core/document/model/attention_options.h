// SPDX-License-Identifier: MIT
// The options of attention beyond scaled dot products of one list of words: biases, shared keys and
// values, a second list of words, other scores, positions, a bias of scores, a soft limit and a
// sink. With everything off it is Vaswani et al. 2017, section 3.2.1.
#pragma once

#include "core/base/matrix.h"
#include "core/engine/graph/place.h"
#include "core/engine/numbers/switches.h"

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace attn {

/// Counts the values of an enum from its table; a value beyond the last has no word.
template <class Kind>
consteval std::size_t count_of() {
    std::size_t count = 0;
    while (!info(static_cast<Kind>(count)).word.empty())
        ++count;
    return count;
}
template <class Kind>
consteval auto all_of() {
    std::array<Kind, count_of<Kind>()> list{};
    for (std::size_t at = 0; at < list.size(); ++at)
        list[at] = static_cast<Kind>(at);
    return list;
}

/// How a query and a key give a score.
struct Score {
    enum class Kind {
        Dot,      // q kᵀ
        General,  // q W_S kᵀ; Luong et al. 2015, section 3.1
        Additive, // Σ u tanh(q U_Q + k U_K); Bahdanau et al. 2015, appendix A.1.2
        Cosine,   // q kᵀ / (‖q‖ ‖k‖)
        Gaussian, // −‖q − k‖² / 2σ²; its softmax is Nadaraya–Watson regression
        Distance  // −‖q − k‖²
    };
    Kind kind = Kind::Dot;
    Real sigma = 1; // > 0; used only by Kind::Gaussian

    friend bool operator==(const Score&, const Score&) = default;
};

/// The properties of a score: a row for each kind.
struct ScoreInfo {
    std::string_view word; // the name in a file
    bool has_sigma = false;
};
constexpr ScoreInfo info(Score::Kind kind) {
    switch (kind) {
    case Score::Kind::Dot:
        return {"dot"};
    case Score::Kind::General:
        return {"general"};
    case Score::Kind::Additive:
        return {"additive"};
    case Score::Kind::Cosine:
        return {"cosine"};
    case Score::Kind::Gaussian:
        return {"gaussian", true};
    case Score::Kind::Distance:
        return {"distance"};
    }
    return {};
}

/// How attention takes the positions of words into account.
struct Positions {
    enum class Kind {
        None,
        Learned,    // X + P, and P is an input
        Sinusoidal, // X + P of sines; Vaswani et al. 2017, section 3.5
        Rotary,     // Q and K rotated by position; Su et al. 2021
        Alibi,      // scaled scores less m |i − j|; Press et al. 2022, section 3
        Buckets     // scaled scores plus T[bucket(j − i)]; Raffel et al. 2020, section 2.1
    };
    Kind kind = Kind::None;
    Real base = 10'000;          // > 0; used by Sinusoidal and Rotary
    bool are_neighbours = false; // for Rotary: pairs are columns 2i and 2i + 1, not i and i + d_k/2
    Index buckets = 32;          // for Buckets: their number
    Index furthest = 128;        // for Buckets: distances from here on share the last one
    Waves waves = Waves::Alternating; // for Sinusoidal
    Index turned = 0; // for Rotary: number of columns turned, from the first; 0: all

    friend bool operator==(const Positions&, const Positions&) = default;
};

/// The properties of a kind of positions: a row for each.
struct PositionsInfo {
    enum class Effect { None, AddsToWords, TurnsHeads, AddsToScores };
    Effect effect = Effect::None;
    std::string_view word;                // the name in a file
    std::string_view caption, brief = {}; // next to the words in a formula; next to a block's words
    std::string_view noun = {};           // what is added to the words: "learned"
    // Which members of Positions the kind reads; the others keep their defaults.
    bool has_base = false, has_waves = false, has_pairs = false, has_buckets = false;
};
constexpr PositionsInfo info(Positions::Kind kind) {
    using Effect = PositionsInfo::Effect;
    switch (kind) {
    case Positions::Kind::None:
        return {.word = "none", .caption = "", .brief = "no positions"};
    case Positions::Kind::Learned:
        return {.effect = Effect::AddsToWords,
                .word = "learned",
                .caption = "learned P",
                .brief = "learned",
                .noun = "learned"};
    case Positions::Kind::Sinusoidal:
        return {.effect = Effect::AddsToWords,
                .word = "sinusoidal",
                .caption = "sines P",
                .brief = "sines",
                .noun = "sines and cosines",
                .has_base = true,
                .has_waves = true};
    case Positions::Kind::Rotary:
        return {.effect = Effect::TurnsHeads,
                .word = "rotary",
                .caption = "rotary",
                .brief = "rotary",
                .has_base = true,
                .has_pairs = true};
    case Positions::Kind::Alibi:
        return {
            .effect = Effect::AddsToScores, .word = "alibi", .caption = "ALiBi", .brief = "ALiBi"};
    case Positions::Kind::Buckets:
        return {.effect = Effect::AddsToScores,
                .word = "buckets",
                .caption = "buckets",
                .brief = "buckets",
                .has_buckets = true};
    }
    return {};
}

/// A transformer block around the attention; W_O joins its heads. Vaswani et al. 2017, section 3.1;
/// Xiong et al. 2020, figure 1.
struct Block {
    enum class Norm {
        Layer,
        Rms,
        None,
        Sample // as in "The Annotated Transformer": n − 1, and ε outside the root
    };
    enum class Place { Before, After }; // x + sublayer(norm(x)), or norm(x + sublayer(x))
    enum class Mlp { Relu, Gelu, GeluTanh, Silu, SwiGlu, None, GeGlu, GeGluTanh };
    Norm norm = Norm::Layer;
    Place place = Place::Before;
    Real epsilon = 1e-5; // > 0; for the norms
    Mlp mlp = Mlp::Relu;
    bool has_words_out = false; // next-word prediction: output · Eᵀ, and a softmax
    /// A second attention after the first, which takes keys and values from the memory. Its norm is
    /// then the second, and that of the MLP the third. Vaswani et al. 2017, section 3.1.
    bool has_cross = false;
    Index layers = 1; // 1 to most_layers; the output of each layer is the X of the next
    static constexpr Index most_layers = 12;
    /// The logits are output · Uᵀ: the words that may come next have numbers of their own. Else
    /// they are output · Eᵀ, and if X is looked up in E, its table is tied (Press and Wolf 2017).
    bool has_own_words_out = false;
    bool has_final_norm = false; // a norm after the last layer, before the logits; as in GPT-2

    constexpr bool has_norm() const { return norm != Norm::None; }
    constexpr bool has_mlp() const { return mlp != Mlp::None; }
    constexpr bool is_normed_before() const { return has_norm() && place == Place::Before; }
    constexpr bool is_normed_after() const { return has_norm() && place == Place::After; }

    friend bool operator==(const Block&, const Block&) = default;
};

/// The properties of a norm: a row for each.
struct NormInfo {
    std::string_view word;                  // the name in a file
    std::string_view title, brief, on_card; // in a formula, in a block's formula, on a block's card
    std::string_view divisor;               // the name of its divisor in a sentence
    bool centres = false;                   // subtracts the mean, and adds β
    bool needs_two_columns = false;         // divides by the number of columns less 1
};
constexpr NormInfo info(Block::Norm norm) {
    switch (norm) {
    case Block::Norm::Layer:
        return {"layer", "LayerNorm", "Layer", "LayerNorm, with γ and β", " and the deviation ",
                true,    false};
    case Block::Norm::Rms:
        return {"rms", "RMSNorm", "RMS", "RMSNorm, with γ", " have the root mean square ",
                false, false};
    case Block::Norm::None:
        return {"none", "no norm", "none", "", "", false, false};
    case Block::Norm::Sample:
        return {"layer_sample",
                "LayerNorm by n − 1",
                "Layer, n − 1",
                "LayerNorm by n − 1, with γ and β",
                " and, by n − 1 and with ε added, the deviation ",
                true,
                true};
    }
    return {};
}

/// The properties of an MLP: a row for each.
struct MlpInfo {
    std::string_view word; // the name in a file
    std::string_view name; // its activation, as papers write it
    /// Whether a gate multiplies the hidden numbers: Shazeer 2020, "GLU Variants Improve
    /// Transformer", eq. 6.
    bool is_gated = false;
};
constexpr MlpInfo info(Block::Mlp mlp) {
    switch (mlp) {
    case Block::Mlp::Relu:
        return {"relu", "ReLU", false};
    case Block::Mlp::Gelu:
        return {"gelu", "GELU", false};
    case Block::Mlp::GeluTanh:
        return {"gelu_tanh", "GELU", false};
    case Block::Mlp::Silu:
        return {"silu", "SiLU", false};
    case Block::Mlp::SwiGlu:
        return {"swiglu", "SwiGLU", true};
    case Block::Mlp::None:
        return {"none", "", false};
    case Block::Mlp::GeGlu:
        return {"geglu", "GEGLU", true};
    case Block::Mlp::GeGluTanh:
        return {"geglu_tanh", "GEGLU", true};
    }
    return {};
}

/// The distance of a stage from a target, as one number: the stage `loss`. The input `target` has
/// the shape of the stage.
struct Loss {
    enum class Kind {
        Squared,     // the mean of (stage − target)²
        CrossEntropy // −Σ target · log(stage) / rows; only for shares
    };
    SheetId of = {Stage::Output}; // the stage compared with the target
    Kind kind = Kind::Squared;

    friend bool operator==(const Loss&, const Loss&) = default;
};

struct AttentionOptions {
    bool has_biases = false; // Q = X W_Q + b_Q and so on
    Index key_value_groups =
        0;                   // how many keys and values the heads share; 0: each head has its own
    bool has_memory = false; // keys and values come from a second list of words
    Score score = {};
    Positions positions = {};
    std::optional<Real> soft_limit = {}; // c > 0: c tanh(scaled / c); Gemma 2
    /// A number of its own is added to each scaled score, as torch's scaled_dot_product_attention
    /// adds an attn_mask of numbers.
    bool has_score_bias = false;
    bool has_sink = false;         // each row's softmax has one more score, whose weight is dropped
    bool has_mean_weights = false; // for joined heads: the mean of their weights is a stage
    /// RMSNorm of each head's queries and keys before rotation, with gains that the heads share, as
    /// in Qwen3 and Gemma 3 (transformers, Qwen3Attention and Gemma3Attention).
    bool has_qk_norm = false;
    /// X is not given but looked up: each row is the row of its word in the table E.
    bool has_table = false;
    std::optional<Block> block = {};
    std::optional<Loss> loss = {};

    /// Returns the ε of the norm of queries and keys: the block's, else Qwen3's.
    constexpr Real qk_norm_epsilon() const { return block ? block->epsilon : 1e-6; }

    friend bool operator==(const AttentionOptions&, const AttentionOptions&) = default;
};

} // namespace attn
