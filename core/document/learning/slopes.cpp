// SPDX-License-Identifier: MIT
#include "core/document/learning/slopes.h"

#include "core/document/model/model.h"
#include "core/engine/graph/operation.h"

#include <algorithm>
#include <cassert>
#include <span>
#include <string>
#include <utility>

namespace attn {
namespace {

/// Returns which stages those at `of` depend on, themselves included.
std::vector<bool> read_by(const Graph& graph, const std::vector<std::size_t>& of) {
    std::vector<bool> is_read(graph.size(), false);
    for (const std::size_t at : of)
        is_read[at] = true;
    for (std::size_t at = graph.size(); at-- > 0;)
        if (is_read[at])
            for (const std::size_t input : graph[at].inputs)
                is_read[input] = true;
    return is_read;
}

} // namespace

Result<GradientGraph> gradient_graph(const Document& document, const SheetId& of) {
    GradientGraph made{graph(document), 0, 0, {}, {}};
    Graph& stages = made.graph;
    const auto found = stages.find(of);
    assert(found && "the document has the stage");
    made.of = *found;
    made.is_read = read_by(stages, {made.of});
    for (std::size_t at = 0; at < stages.size(); ++at) {
        const Operation& operation = *stages[at].operation;
        if (made.is_read[at] && operation.run && !operation.gradient)
            return Error{to_text(stages[at].sheet) +
                         " has no gradient: " + std::string(operation.no_gradient)};
    }
    const Shape shape = stages[made.of].shape;
    made.seed = stages.add({SheetId{Stage("seed")}, &operation::given, {}, {}, shape, {}});
    made.gradients = add_gradients(stages, made.of, made.seed);
    made.gradients.resize(stages.size()); // later stages do not influence the one at `of`
    return made;
}

Slopes::Slopes(const Document& document, GradientGraph stages, const std::vector<SheetId>& moving)
    : graph_(std::move(stages.graph)), of_(stages.of), seed_(stages.seed), numbers_(graph_.size()),
      stands_for_(whose_numbers(graph_)) {
    std::vector<std::size_t> wanted;
    for (const SheetId& sheet : moving) {
        const auto at = graph_.find(sheet);
        assert(at && graph_.is_given(*at) && "only inputs move");
        moving_.push_back(*at);
        numbers_[*at] = **attn::input(document, sheet);
        if (const auto gradient = stages.gradients[*at]) {
            gradients_.push_back(*gradient);
            wanted.push_back(*gradient);
        } else { // one more matrix, which stays 0
            gradients_.push_back(numbers_.size());
            stands_for_.push_back(numbers_.size());
            numbers_.emplace_back(Matrix::Zero(graph_[*at].shape.rows, graph_[*at].shape.columns));
        }
    }
    std::vector<bool> moves(graph_.size(), false);
    for (const std::size_t at : moving_)
        moves[at] = true;
    const std::vector<bool> is_wanted = read_by(graph_, wanted);
    std::vector<std::size_t> backward;
    for (std::size_t at = 0; at < graph_.size(); ++at) {
        const bool is_forward = at < seed_;
        if (at == seed_ || !(is_forward ? stages.is_read[at] || is_wanted[at] : is_wanted[at]))
            continue;
        const std::vector<std::size_t>& read = graph_[at].inputs;
        if (graph_.is_given(at)) {
            numbers_[at] = **attn::input(document, graph_[at].sheet);
            continue;
        }
        moves[at] =
            std::any_of(read.begin(), read.end(), [&](std::size_t input) { return moves[input]; });
        if (stands_for_[at] != at)
            continue;
        if (!is_forward)
            backward.push_back(at);
        else if (moves[at])
            order_.push_back(at);
        else
            run(at);
    }
    turn_ = order_.size();
    order_.insert(order_.end(), backward.begin(), backward.end());
    forward_ = row_steps(graph_, std::span(order_).first(turn_));
    backward_ = row_steps(graph_, std::span(order_).subspan(turn_));
    find_passing();
}

void Slopes::find_passing() {
    std::vector<std::size_t> step_of(graph_.size(),
                                     0); // by the step's first stage in the order; counts from 1
    is_passing_.assign(graph_.size(), false);
    for (const auto& [steps, from] :
         {std::pair(&forward_, std::size_t{0}), std::pair(&backward_, turn_)})
        for (const RowStep& step : *steps)
            for (std::size_t at = from + step.first; at < from + step.first + step.count; ++at) {
                step_of[order_[at]] = from + step.first + 1;
                is_passing_[order_[at]] = step.count > 1;
            }
    for (const std::size_t at : order_)
        for (const std::size_t input : graph_[at].inputs)
            if (step_of[stands_for_[input]] != step_of[at])
                is_passing_[stands_for_[input]] = false;
    is_passing_[stands_for_[of_]] = false;
    for (const std::size_t at : gradients_)
        if (stands_for_[at] < graph_.size())
            is_passing_[stands_for_[at]] = false;
}

void Slopes::run(std::size_t at) {
    std::vector<const Matrix*> read;
    for (const std::size_t input : graph_[at].inputs)
        read.push_back(&numbers(input));
    graph_[at].operation->run(graph_[at].options, read, numbers_[at]);
}

void Slopes::run(const std::vector<RowStep>& steps, std::size_t first) {
    std::vector<const Matrix*> read;
    std::vector<Matrix*> made;
    for (const RowStep& step : steps) {
        const auto stages = std::span(order_).subspan(first + step.first, step.count);
        if (step.count == 1) {
            run(stages[0]);
            continue;
        }
        for (std::size_t at = read.size(); at < graph_.size(); ++at) { // once, if it is needed
            made.push_back(is_passing_[at] ? nullptr : &numbers_[at]);
            read.push_back(made.back());
        }
        run_rows(graph_, stages, stands_for_, {read, made});
    }
}

const Matrix& Slopes::forward() {
    run(forward_, 0);
    return numbers(of_);
}

void Slopes::backward(const Matrix& seed) {
    numbers_[seed_] = seed;
    run(backward_, turn_);
}

} // namespace attn
