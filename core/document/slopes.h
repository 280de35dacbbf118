// SPDX-License-Identifier: MIT
// The numbers of one stage and their gradient, again and again while some inputs move: what
// learning and goal seeking do. The graph is built once; what no moving input reaches is computed
// once.
#pragma once

#include "core/document/document.h"
#include "core/engine/graph.h"
#include "core/engine/row_steps.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace attn {

/// A calculation with the stages of the gradient of one stage after it.
struct GradientGraph {
    Graph graph;
    std::size_t of = 0, seed = 0; // the stage, and the weights of its numbers
    std::vector<bool> is_read;    // which stages the one at `of` is made from, itself among them
    /// Which stage holds the gradient of which, where there is one.
    std::vector<std::optional<std::size_t>> gradients;
};
/// The gradient of Σ seed ⊙ stage by the chain rule (Rumelhart, Hinton and Williams 1986). The
/// error says which stage has no gradient and why.
Result<GradientGraph> gradient_graph(const Document& document, const SheetId& of);

/// A value: a copy goes on from where the other was.
class Slopes {
public:
    /// Of the inputs `moving`, which must exist; of others no gradient is computed.
    Slopes(const Document& document, GradientGraph stages, const std::vector<SheetId>& moving);

    /// The numbers of a moving input, to be changed; its shape stays.
    Matrix& input(std::size_t which) { return numbers_[moving_[which]]; }
    const Matrix& input(std::size_t which) const { return numbers_[moving_[which]]; }
    std::size_t count() const { return moving_.size(); }

    /// Computes the stage from the inputs as they are.
    const Matrix& forward();
    /// Computes the gradients of Σ seed ⊙ stage after `forward`; `seed` has the stage's shape.
    void backward(const Matrix& seed);
    /// Whether the stage is made from the moving input.
    bool is_read(std::size_t which) const { return gradients_[which] < graph_.size(); }
    /// The gradient of a moving input, of its shape; 0 where nothing depends on it.
    const Matrix& gradient(std::size_t which) const { return numbers(gradients_[which]); }

private:
    const Matrix& numbers(std::size_t at) const { return numbers_[stands_for_[at]]; }
    void run(std::size_t at);
    void run(const std::vector<RowStep>& steps, std::size_t first);
    void find_passing();

    Graph graph_;
    std::size_t of_ = 0, seed_ = 0;
    std::vector<Matrix> numbers_;
    std::vector<std::size_t> stands_for_; // whose numbers a stage has: another's where it is a copy
    std::vector<std::size_t> moving_, gradients_;
    std::vector<std::size_t> order_; // what is computed each time
    std::size_t turn_ = 0;           // where in it the gradients begin
    std::vector<RowStep> forward_, backward_;
    std::vector<bool> is_passing_; // which stages only their own step reads: never held whole
};

} // namespace attn
