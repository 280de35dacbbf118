// SPDX-License-Identifier: MIT
#include "core/document/slopes.h"

#include "core/document/model.h"
#include "core/engine/operation.h"
#include "core/engine/operations/rows.h"
#include "core/engine/parallel.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <memory>
#include <span>
#include <string>
#include <utility>

namespace attn {
namespace {

/// Which stages those at `of` are made from, themselves among them.
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
    made.gradients.resize(stages.size()); // Later stages do nothing to the one at `of`.
    return made;
}

Slopes::Slopes(const Document& document, GradientGraph stages, const std::vector<SheetId>& moving)
    : graph_(std::move(stages.graph)), of_(stages.of), seed_(stages.seed), numbers_(graph_.size()) {
    for (std::size_t at = 0; at < graph_.size(); ++at)
        stands_for_.push_back(
            graph_[at].operation == &operation::copied ? stands_for_[graph_[at].inputs[0]] : at);
    std::vector<std::size_t> wanted;
    for (const SheetId& sheet : moving) {
        const auto at = graph_.find(sheet);
        assert(at && graph_.is_given(*at) && "only inputs move");
        moving_.push_back(*at);
        numbers_[*at] = **attn::input(document, sheet);
        if (const auto gradient = stages.gradients[*at]) {
            gradients_.push_back(*gradient);
            wanted.push_back(*gradient);
        } else { // One more matrix, which stays 0.
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
    const std::size_t turn = order_.size();
    order_.insert(order_.end(), backward.begin(), backward.end());
    forward_ = steps_of(0, turn);
    backward_ = steps_of(turn, order_.size());
    find_passing();
}

std::vector<Slopes::Step> Slopes::steps_of(std::size_t first, std::size_t last) const {
    constexpr Index large = 16384; // numbers: smaller ones a core's own cache holds anyway
    const auto goes_by_rows = [&](std::size_t at) {
        const Node& node = graph_[order_[at]];
        const Shape& read = graph_[node.inputs[0]].shape;
        return read.rows * read.columns > large && node.operation->by_rows &&
               node.operation->by_rows(node);
    };
    std::vector<Step> steps;
    for (std::size_t at = first; at < last; ++at) {
        Step* const before = steps.empty() ? nullptr : &steps.back();
        const bool goes_on =
            before && goes_by_rows(at) && goes_by_rows(before->first) &&
            graph_[order_[at]].shape.rows == graph_[order_[before->first]].shape.rows;
        if (goes_on)
            ++before->count;
        else
            steps.push_back({at, 1});
    }
    return steps;
}

void Slopes::find_passing() {
    std::vector<std::size_t> step_of(graph_.size(), 0); // by its first stage in the order, from 1
    is_passing_.assign(graph_.size(), false);
    for (const std::vector<Step>* steps : {&forward_, &backward_})
        for (const Step& step : *steps)
            for (std::size_t at = step.first; at < step.first + step.count; ++at) {
                step_of[order_[at]] = step.first + 1;
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

void Slopes::run_rows(const Step& step) {
    const std::span<const std::size_t> stages = std::span(order_).subspan(step.first, step.count);
    std::vector<Index> place(graph_.size(), 0); // of a passing stage's row among a row of all
    Index width = 0, widest = 0;
    Real cells = 0;
    for (const std::size_t at : stages) {
        const Shape& shape = graph_[at].shape;
        if (is_passing_[at]) {
            place[at] = width;
            width += shape.columns;
        } else {
            numbers_[at].resize(shape.rows, shape.columns);
        }
        const Shape& read = graph_[graph_[at].inputs[0]].shape;
        widest = std::max(widest, read.columns);
        cells += static_cast<Real>(read.rows) * static_cast<Real>(read.columns);
    }
    const Index at_once = rows_at_once(widest);
    for_blocks(graph_[stages[0]].shape.rows, at_once, row_cell_cost * cells,
               [&](Index first, Index last) {
                   const Index count = last - first;
                   const std::unique_ptr<Real[]> passing(
                       new Real[static_cast<std::size_t>(count * width)]);
                   const auto rows = [&](std::size_t at) -> RowsOf<Real> {
                       if (is_passing_[at])
                           return {passing.get() + count * place[at], first, count,
                                   graph_[at].shape.columns};
                       return rows_of(numbers_[at], first, count);
                   };
                   for (const std::size_t at : stages) {
                       std::array<RowsOf<const Real>, most_row_inputs> read;
                       std::size_t inputs = 0;
                       for (const std::size_t input : graph_[at].inputs)
                           read[inputs++] = rows(stands_for_[input]);
                       const Node& node = graph_[at];
                       node.operation->by_rows(node)(node.options, std::span(read).first(inputs),
                                                     rows(at));
                   }
               });
}

void Slopes::run(const std::vector<Step>& steps) {
    for (const Step& step : steps)
        if (step.count > 1)
            run_rows(step);
        else
            run(order_[step.first]);
}

const Matrix& Slopes::forward() {
    run(forward_);
    return numbers(of_);
}

void Slopes::backward(const Matrix& seed) {
    numbers_[seed_] = seed;
    run(backward_);
}

} // namespace attn
