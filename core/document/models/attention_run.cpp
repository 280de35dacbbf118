// SPDX-License-Identifier: MIT
// Computes the stages of attention one by one, or those of them that a change reaches. What the
// heads do between what they read and what joins them is independent of each other: every core
// takes a head and computes its stages one after another, while their numbers are in its cache.
#include "core/document/model.h"
#include "core/engine/operation.h"
#include "core/engine/operations/rows.h"
#include "core/engine/parallel.h"
#include "core/engine/row_steps.h"

#include <algorithm>
#include <span>
#include <vector>

namespace attn::models {
namespace {

/// About how many multiplications the stage takes.
Real cost_of(const Graph& graph, const Node& node) {
    const Real size = static_cast<Real>(node.shape.rows) * static_cast<Real>(node.shape.columns);
    const bool is_product = node.inputs.size() > 1 && node.operation != &operation::sum;
    return is_product ? size * static_cast<Real>(graph[node.inputs[0]].shape.columns) : size;
}

/// What the stages are given, by their places; null for those that are computed.
std::vector<const SharedMatrix*> given_of(const Document& document, const Graph& stages) {
    std::vector<const SharedMatrix*> list(stages.size(), nullptr);
    for (std::size_t at = 0; at < stages.size(); ++at)
        if (stages.is_given(at))
            list[at] = input(document, stages[at].sheet);
    return list;
}

/// The stages to be computed, in order: all of them, or those that an input reaches which differs
/// from that of the document before.
std::vector<std::size_t> reached(const std::vector<const SharedMatrix*>& given,
                                 const Document* previous, const Graph& stages) {
    std::vector<bool> is_reached(stages.size(), !previous);
    std::vector<std::size_t> order;
    for (std::size_t at = 0; at < stages.size(); ++at) {
        const Node& node = stages[at];
        if (stages.is_given(at)) {
            is_reached[at] = !previous || !(*input(*previous, node.sheet) == *given[at]);
            continue;
        }
        is_reached[at] = std::any_of(node.inputs.begin(), node.inputs.end(),
                                     [&](std::size_t read) { return is_reached[read]; });
        if (is_reached[at] && !info(node.sheet.stage).is_by_query) // Made when it is looked at.
            order.push_back(at);
    }
    return order;
}

Real cost_of(const Graph& graph, std::span<const std::size_t> order) {
    Real total = 0;
    for (const std::size_t at : order)
        total += cost_of(graph, graph[at]);
    return total;
}

/// Stages of which each chain can be computed beside the others; what one reads stands before all
/// of them or in its own chain.
using Chains = std::vector<std::vector<std::size_t>>;

/// Those of stages of heads: first what several of them read, then each head.
Chains chains_of_heads(const Graph& graph, std::span<const std::size_t> order) {
    std::vector<Index> head(graph.size(), -1);
    for (const std::size_t at : order)
        head[at] = graph[at].sheet.head;
    // What several heads read, and what that is made from, comes before them.
    std::vector<bool> is_shared(graph.size(), false);
    for (auto at = order.rbegin(); at != order.rend(); ++at)
        for (const std::size_t read : graph[*at].inputs)
            if (head[read] >= 0 && (is_shared[*at] || head[read] != head[*at]))
                is_shared[read] = true;
    Chains chains(1);
    for (const std::size_t at : order) {
        const auto which = static_cast<std::size_t>(is_shared[at] ? 0 : head[at] + 1);
        if (chains.size() <= which)
            chains.resize(which + 1);
        chains[which].push_back(at);
    }
    return chains;
}

/// The numbers of all stages, and how some of them are computed.
class Run {
public:
    Run(const std::vector<const SharedMatrix*>& given, Trace& trace, Progress* progress)
        : stages_(*trace.graph), read_(stages_.size(), nullptr), made_(stages_.size(), nullptr),
          itself_(stages_.size()), progress_(progress) {
        for (std::size_t at = 0; at < stages_.size(); ++at) {
            itself_[at] = at;
            if (given[at])
                read_[at] = &**given[at];
            else if (!info(stages_[at].sheet.stage).is_by_query)
                read_[at] = made_[at] = &trace.stages[key_of(stages_[at].sheet)];
        }
    }

    void all(std::span<const std::size_t> order) {
        while (!order.empty()) {
            const std::size_t count = heads_at(order);
            if (count > 0)
                heads(chains_of_heads(stages_, order.first(count)));
            else
                one_by_one(order.first(1));
            order = order.subspan(std::max<std::size_t>(count, 1));
        }
    }

private:
    /// How many stages of heads of one attention the order begins with.
    std::size_t heads_at(std::span<const std::size_t> order) const {
        const SheetId& first = stages_[order[0]].sheet;
        const auto end = std::find_if(order.begin(), order.end(), [&](std::size_t at) {
            const SheetId& sheet = stages_[at].sheet;
            return !info(sheet.stage).is_per_head || sheet.layer != first.layer ||
                   sheet.is_cross != first.is_cross;
        });
        return static_cast<std::size_t>(end - order.begin());
    }

    void heads(const Chains& chains) {
        one_by_one(chains[0]);
        Real cost = 0;
        for (std::size_t chain = 1; chain < chains.size(); ++chain)
            for (const std::size_t at : chains[chain])
                cost += time_of(stages_[at]);
        for_blocks(static_cast<Index>(chains.size()) - 1, 1, cost, [&](Index first, Index last) {
            for (Index chain = first; chain < last; ++chain)
                one_by_one(chains[static_cast<std::size_t>(chain) + 1]);
        });
    }

    /// As many multiplications as a core does meanwhile.
    Real time_of(const Node& node) const {
        const Real cells =
            static_cast<Real>(node.shape.rows) * static_cast<Real>(node.shape.columns);
        return std::max(cost_of(stages_, node), row_cell_cost * cells);
    }

    void one_by_one(std::span<const std::size_t> order) {
        std::vector<const Matrix*> inputs;
        for (const RowStep& step : row_steps(stages_, order)) {
            if (is_cancelled(progress_))
                return;
            const auto together = order.subspan(step.first, step.count);
            if (step.count > 1) {
                run_rows(stages_, together, itself_, {read_, made_});
            } else {
                const Node& node = stages_[together[0]];
                inputs.clear();
                for (const std::size_t input : node.inputs)
                    inputs.push_back(read_[input]);
                node.operation->run(node.options, inputs, *made_[together[0]]);
            }
            if (progress_)
                progress_->done += static_cast<std::int64_t>(cost_of(stages_, together));
        }
    }

    const Graph& stages_;
    std::vector<const Matrix*> read_;
    std::vector<Matrix*> made_;
    std::vector<std::size_t> itself_;
    Progress* const progress_;
};

} // namespace

bool gives_all(const Document& document, const Graph& stages) {
    const std::vector<const SharedMatrix*> given = given_of(document, stages);
    for (std::size_t at = 0; at < stages.size(); ++at)
        if (stages.is_given(at) &&
            !(given[at] && Shape{given[at]->rows(), given[at]->cols()} == stages[at].shape))
            return false;
    return true;
}

Real cost_of_stages(const Document& document, const Document* previous, const Graph& stages) {
    return cost_of(stages, reached(given_of(document, stages), previous, stages));
}

void run_stages(const Document& document, const Document* previous, Trace& trace,
                Progress* progress) {
    const std::vector<const SharedMatrix*> given = given_of(document, *trace.graph);
    const std::vector<std::size_t> order = reached(given, previous, *trace.graph);
    if (progress)
        progress->total = static_cast<std::int64_t>(cost_of(*trace.graph, order));
    Run(given, trace, progress).all(order);
}

} // namespace attn::models
