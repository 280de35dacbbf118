// SPDX-License-Identifier: MIT
// What attention can be beyond scaled dot products of one list of words: biases, shared keys and
// values, a second list of words, other scores, positions, a soft limit and a sink. Everything off
// is Vaswani et al. 2017, section 3.2.1.
#pragma once

#include "core/base/matrix.h"
#include "core/engine/place.h"
#include "core/engine/switches.h"

#include <optional>
#include <string_view>

namespace attn {

/// How a query and a key become a score.
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

/// How attention learns where a word stands.
struct Positions {
    enum class Kind {
        None,
        Learned,    // X + P, and P is an input
        Sinusoidal, // X + P of sines; Vaswani et al. 2017, section 3.5
        Rotary,     // Q and K turned by their position; Su et al. 2021
        Alibi,      // scaled scores less m |i − j|; Press et al. 2022, section 3
        Buckets     // scaled scores plus T[bucket(j − i)]; Raffel et al. 2020, section 2.1
    };
    Kind kind = Kind::None;
    Real base = 10'000;          // > 0; of Sinusoidal and Rotary
    bool are_neighbours = false; // of Rotary: pairs are columns 2i and 2i + 1, not i and i + d_k/2
    Index buckets = 32;          // of Buckets: how many,
    Index furthest = 128;        // and the distance from which all share the last
    Waves waves = Waves::Alternating; // of Sinusoidal
    Index turned = 0; // of Rotary: how many columns are turned, from the first on; 0: all of them

    friend bool operator==(const Positions&, const Positions&) = default;
};

/// A transformer block around the attention, whose heads are joined by W_O.
/// Vaswani et al. 2017, section 3.1; Xiong et al. 2020, figure 1.
struct Block {
    enum class Norm {
        Layer,
        Rms,
        None,
        Sample // LayerNorm of "The Annotated Transformer": n − 1, and ε outside the root
    };
    enum class Place { Before, After }; // x + sublayer(norm(x)), or norm(x + sublayer(x))
    enum class Mlp { Relu, Gelu, GeluTanh, Silu, SwiGlu, None, GeGlu, GeGluTanh };
    /// A gate opens the hidden numbers: Shazeer 2020, "GLU Variants Improve Transformer", eq. 6.
    static constexpr bool is_gated(Mlp mlp) {
        return mlp == Mlp::SwiGlu || mlp == Mlp::GeGlu || mlp == Mlp::GeGluTanh;
    }
    /// Subtracts the mean, and adds β.
    static constexpr bool centres(Norm norm) { return norm == Norm::Layer || norm == Norm::Sample; }
    Norm norm = Norm::Layer;
    Place place = Place::Before;
    Real epsilon = 1e-5; // > 0; of the norms
    Mlp mlp = Mlp::Relu;
    bool has_words_out = false; // the next word: output · Eᵀ, and a softmax
    /// A second attention after the first, whose keys and values come from the memory. Its norm is
    /// the second, and that of the MLP the third. Vaswani et al. 2017, section 3.1.
    bool has_cross = false;
    Index layers = 1; // 1 to most_layers; the output of one is the X of the next
    static constexpr Index most_layers = 12;

    friend bool operator==(const Block&, const Block&) = default;
};

/// What the MLP bends its hidden numbers by, as papers write it; nothing without an MLP.
constexpr std::string_view activation_name(Block::Mlp mlp) {
    switch (mlp) {
    case Block::Mlp::Relu:
        return "ReLU";
    case Block::Mlp::Gelu:
    case Block::Mlp::GeluTanh:
        return "GELU";
    case Block::Mlp::Silu:
        return "SiLU";
    case Block::Mlp::SwiGlu:
        return "SwiGLU";
    case Block::Mlp::GeGlu:
    case Block::Mlp::GeGluTanh:
        return "GEGLU";
    case Block::Mlp::None:
        break;
    }
    return "";
}

/// How far a stage is from what it should be, one number: the stage `loss`. The input `target` has
/// the shape of the stage.
struct Loss {
    enum class Kind {
        Squared,     // the mean of (stage − target)²
        CrossEntropy // −Σ target · log(stage) / rows; only of shares
    };
    SheetId of = {Stage::Output}; // the stage that is compared
    Kind kind = Kind::Squared;

    friend bool operator==(const Loss&, const Loss&) = default;
};

struct AttentionOptions {
    bool has_biases = false;    // Q = X W_Q + b_Q and so on
    Index key_value_groups = 0; // how many keys and values the heads share; 0: each has its own
    bool has_memory = false;    // keys and values come from a second list of words
    Score score = {};
    Positions positions = {};
    std::optional<Real> soft_limit = {}; // c > 0: c tanh(scaled / c); Gemma 2
    bool has_sink = false;               // one more score in every row's softmax, then dropped
    bool has_mean_weights = false;       // of joined heads: the mean of their weights is a stage
    std::optional<Block> block = {};
    std::optional<Loss> loss = {};

    friend bool operator==(const AttentionOptions&, const AttentionOptions&) = default;
};

} // namespace attn
