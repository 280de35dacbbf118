// SPDX-License-Identifier: MIT
#include "core/engine/block.h"

#include "core/engine/operation.h"

#include <cassert>
#include <utility>

namespace attn::block {
namespace {

std::size_t add(Graph& graph, const std::string& name, const Operation& by,
                std::vector<std::size_t> inputs, Options options = {}, Index head = 0) {
    return graph.add({{Stage(name), head, 0}, &by, std::move(inputs), std::move(options), {}, {}});
}

std::vector<std::size_t> with(std::vector<std::size_t> inputs,
                              const std::optional<std::size_t>& more) {
    if (more)
        inputs.push_back(*more);
    return inputs;
}

} // namespace

std::size_t norm(Graph& graph, std::string_view name, std::size_t x, const Gains& gains,
                 const Norm& how, Index head) {
    assert(!(how.kind == Norm::Kind::Rms && gains.beta) && "RMSNorm has no β");
    const std::string whole(name);
    std::size_t rows = x;
    if (how.kind == Norm::Kind::Layer) {
        const std::size_t mean =
            add(graph, whole + ".mean", operation::line_mean, {x}, Axis::Rows, head);
        rows = add(graph, whole + ".centred", operation::less_line, {x, mean}, Axis::Rows, head);
    }
    const std::size_t deviation = add(graph, whole + ".deviation", operation::root_mean_square,
                                      {rows}, Epsilon{how.epsilon}, head);
    const std::size_t scaled =
        add(graph, whole + ".scaled", operation::over_line, {rows, deviation}, Axis::Rows, head);
    return add(graph, whole, operation::stretched, with({scaled, gains.gamma}, gains.beta), {},
               head);
}

std::size_t residual(Graph& graph, std::string_view name, std::size_t x, std::size_t sublayer,
                     Index head) {
    return add(graph, std::string(name), operation::sum, {x, sublayer}, {}, head);
}

std::size_t mlp(Graph& graph, std::size_t x, const MlpWeights& weights, Activation::Kind activation,
                const std::string& before) {
    const std::size_t hidden =
        add(graph, before + "hidden", operation::product, with({x, weights.w_1}, weights.b_1));
    const std::size_t bent =
        weights.w_gate ? add(graph, before + "gate", operation::product, {x, *weights.w_gate})
                       : hidden;
    std::size_t open =
        add(graph, before + "activated", operation::activated, {bent}, Activation{activation});
    if (weights.w_gate)
        open = add(graph, before + "gated", operation::each, {open, hidden});
    return add(graph, before + "mlp", operation::product, with({open, weights.w_2}, weights.b_2));
}

std::size_t words_out(Graph& graph, std::size_t x, std::size_t e) {
    const std::size_t logits = add(graph, "logits", operation::product_transposed, {x, e});
    return add(graph, "probabilities", operation::normalised, {logits}, Normalising{});
}

std::size_t loss(Graph& graph, std::size_t of, std::size_t target, Loss kind) {
    return add(graph, "loss",
               kind == Loss::Squared ? operation::squared_error : operation::cross_entropy,
               {of, target});
}

} // namespace attn::block
