// SPDX-License-Identifier: MIT
#include "core/engine/graph.h"

#include "core/engine/operation.h"

#include <cassert>
#include <utility>

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
