// SPDX-License-Identifier: MIT
#include "core/engine/graph/graph.h"

#include "core/engine/graph/operation.h"

#include <cassert>
#include <utility>

namespace attn::block {
namespace {

std::size_t add(Graph& graph, const std::string& name, const Operation& by,
                std::vector<std::size_t> inputs, Options options = {}, Index layer = 0) {
    return graph.add(
        {{Stage(name), 0, 0, layer}, &by, std::move(inputs), std::move(options), {}, {}});
}

std::vector<std::size_t> with(std::vector<std::size_t> inputs,
                              const std::optional<std::size_t>& more) {
    if (more)
        inputs.push_back(*more);
    return inputs;
}

} // namespace

std::size_t norm(Graph& graph, std::string_view name, std::size_t x, const Gains& gains,
                 const Norm& how, Index layer) {
    assert(!(how.kind == Norm::Kind::Rms && gains.beta) && "RMSNorm has no β");
    const std::string whole(name);
    std::size_t rows = x;
    if (how.kind != Norm::Kind::Rms) {
        const std::size_t mean =
            add(graph, whole + ".mean", operation::line_mean, {x}, Axis::Rows, layer);
        rows = add(graph, whole + ".centred", operation::less_line, {x, mean}, Axis::Rows, layer);
    }
    const Operation& by =
        how.kind == Norm::Kind::Sample ? operation::sample_deviation : operation::root_mean_square;
    const std::size_t deviation =
        add(graph, whole + ".deviation", by, {rows}, Epsilon{how.epsilon}, layer);
    const std::size_t scaled =
        add(graph, whole + ".scaled", operation::over_line, {rows, deviation}, Axis::Rows, layer);
    return add(graph, whole, operation::stretched, with({scaled, gains.gamma}, gains.beta), {},
               layer);
}

std::size_t residual(Graph& graph, std::string_view name, std::size_t x, std::size_t sublayer,
                     Index layer) {
    return add(graph, std::string(name), operation::sum, {x, sublayer}, {}, layer);
}

std::size_t mlp(Graph& graph, std::size_t x, const MlpWeights& weights, Activation::Kind activation,
                Index layer) {
    const std::size_t hidden =
        add(graph, "hidden", operation::product, with({x, weights.w_1}, weights.b_1), {}, layer);
    const std::size_t bent =
        weights.w_gate ? add(graph, "gate", operation::product, {x, *weights.w_gate}, {}, layer)
                       : hidden;
    std::size_t open =
        add(graph, "activated", operation::activated, {bent}, Activation{activation}, layer);
    if (weights.w_gate)
        open = add(graph, "gated", operation::each, {open, hidden}, {}, layer);
    return add(graph, "mlp", operation::product, with({open, weights.w_2}, weights.b_2), {}, layer);
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

namespace attn {

std::string to_text(const Shape& shape) {
    return std::to_string(shape.rows) + " × " + std::to_string(shape.columns);
}

namespace {

/// Returns the shape of a stage appended to the graph, or why it cannot be.
Result<Shape> shape_after(const Graph& graph, const Node& node) {
    assert(node.operation && "a stage has an operation");
    std::vector<Shape> shapes;
    for (const std::size_t input : node.inputs) {
        if (input >= graph.size())
            return Error{"it reads a stage that comes later"};
        shapes.push_back(graph[input].shape);
    }
    return node.operation->shape ? node.operation->shape(node.options, shapes)
                                 : Result<Shape>(node.shape);
}

} // namespace

std::string Graph::fault(const Node& node) const {
    if (const auto shape = shape_after(*this, node); !shape)
        return to_text(node.sheet) + " cannot be computed: " + shape.error().text();
    if (find(node.sheet))
        return to_text(node.sheet) + " is there already";
    return "";
}

std::size_t Graph::add(Node node) {
    const Result<Shape> shape = shape_after(*this, node);
    assert(shape && "the stage can follow those before it");
    node.shape = *shape;
    if (given_.contains(key_of(node.sheet)))
        node = {node.sheet, &operation::given, {}, {}, *shape, {}};
    const auto [at, is_new] = places_.emplace(key_of(node.sheet), nodes_.size());
    assert(is_new && "the stage is not there yet");
    nodes_.push_back(std::move(node));
    return at->second;
}

std::optional<std::size_t> Graph::find(const SheetId& sheet) const {
    const auto at = places_.find(key_of(sheet));
    return at == places_.end() ? std::nullopt : std::optional(at->second);
}

} // namespace attn
