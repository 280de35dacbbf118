// SPDX-License-Identifier: MIT
// Computes one stage and its gradient repeatedly while some inputs move, for training and goal
// seeking. The graph is built once; what no moving input reaches is computed once.
#pragma once

#include "core/document/model/document.h"
#include "core/engine/graph/graph.h"
#include "core/engine/graph/row_steps.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace attn {

/// A calculation followed by the stages of the gradient of one of its stages.
struct GradientGraph {
    Graph graph;
    std::size_t of = 0, seed = 0; // the stage, and the weights of its numbers
    std::vector<bool> is_read;    // which stages the one at `of` depends on, itself included
    /// For each stage, the stage that holds its gradient, if any.
    std::vector<std::optional<std::size_t>> gradients;
};
/// Builds the gradient of Σ seed ⊙ stage by the chain rule (Rumelhart, Hinton and Williams 1986).
/// The error says which stage has no gradient and why.
Result<GradientGraph> gradient_graph(const Document& document, const SheetId& of);

/// A value: a copy continues from the same point.
class Slopes {
public:
    /// Computes gradients only for the inputs `moving`, which must exist.
    Slopes(const Document& document, GradientGraph stages, const std::vector<SheetId>& moving);

    /// The numbers of a moving input; callers may change them, but not the shape.
    Matrix& input(std::size_t which) { return numbers_[moving_[which]]; }
    const Matrix& input(std::size_t which) const { return numbers_[moving_[which]]; }
    std::size_t count() const { return moving_.size(); }

    /// Computes the stage from the present inputs.
    const Matrix& forward();
    /// Computes the gradients of Σ seed ⊙ stage after `forward`; `seed` has the stage's shape.
    void backward(const Matrix& seed);
    /// Whether the stage depends on the moving input.
    bool is_read(std::size_t which) const { return gradients_[which] < graph_.size(); }
    /// Returns the gradient of a moving input, with its shape; 0 if nothing depends on it.
    const Matrix& gradient(std::size_t which) const { return numbers(gradients_[which]); }

private:
    const Matrix& numbers(std::size_t at) const { return numbers_[stands_for_[at]]; }
    void run(std::size_t at);
    void run(const std::vector<RowStep>& steps, std::size_t first);
    void find_passing();

    Graph graph_;
    std::size_t of_ = 0, seed_ = 0;
    std::vector<Matrix> numbers_;
    std::vector<std::size_t> stands_for_; // for each stage, the stage whose numbers it has (itself,
                                          // or the one it copies)
    std::vector<std::size_t> moving_, gradients_;
    std::vector<std::size_t> order_; // what is computed each time
    std::size_t turn_ = 0;           // where in it the gradients start
    std::vector<RowStep> forward_, backward_;
    std::vector<bool> is_passing_; // stages read only within their own step: never stored whole
};

} // namespace attn
