// SPDX-License-Identifier: MIT
// Functions that append the stages of a transformer block to a graph: norms, residuals, the MLP,
// the output words and the loss. A model of a block calls them in its own order, layer by layer.
// Vaswani et al. 2017, "Attention Is All You Need", section 3.1; Xiong et al. 2020, figure 1.
#pragma once

#include "core/engine/graph.h"

#include <optional>
#include <string>
#include <string_view>

namespace attn::block {

/// LayerNorm centres its rows, RMSNorm does not. Sample is LayerNorm as programmed in "The
/// Annotated Transformer": rows over (√(Σ centred² / (n − 1)) + ε).
struct Norm {
    enum class Kind { Layer, Rms, Sample };
    Kind kind = Kind::Layer;
    Real epsilon = 1e-5;
};

/// The places of a norm's learned rows in the graph; RMSNorm has no β.
struct Gains {
    std::size_t gamma = 0;
    std::optional<std::size_t> beta = {};
};

/// Appends x normalised row by row. With the name "norm_1": `norm_1.mean`, `norm_1.centred`,
/// `norm_1.deviation`, `norm_1.scaled` and `norm_1`; for RMSNorm only the last three.
std::size_t norm(Graph& graph, std::string_view name, std::size_t x, const Gains& gains,
                 const Norm& how = {}, Index layer = 0);

/// Appends x + sublayer under this name: "after_attention", "block".
std::size_t residual(Graph& graph, std::string_view name, std::size_t x, std::size_t sublayer,
                     Index layer = 0);

/// The places of an MLP's weights in the graph.
struct MlpWeights {
    std::size_t w_1 = 0;
    std::optional<std::size_t> b_1 = {};
    std::size_t w_2 = 0;
    std::optional<std::size_t> b_2 = {};
    std::optional<std::size_t> w_gate = {};
};

/// Appends `hidden` = x W_1 + b_1, `activated` and `mlp` = activated W_2 + b_2. With W_gate, the
/// hidden numbers are gated: `gate` = x W_gate, `activated` is computed from `gate`, `gated` =
/// activated ⊙ hidden, and `mlp` = gated W_2 + b_2. That is SwiGLU if the activation is silu, GEGLU
/// if it is gelu (Shazeer 2020, eqs. 5 and 6).
std::size_t mlp(Graph& graph, std::size_t x, const MlpWeights& weights, Activation::Kind activation,
                Index layer = 0);

/// Appends `logits` = x Eᵀ and `probabilities`, their softmax over the output words. Returns the
/// place of `probabilities`.
std::size_t words_out(Graph& graph, std::size_t x, std::size_t e);

enum class Loss { Squared, CrossEntropy };
/// Appends `loss`, the distance of the stage from the target.
std::size_t loss(Graph& graph, std::size_t of, std::size_t target, Loss kind);

} // namespace attn::block
