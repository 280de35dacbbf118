// SPDX-License-Identifier: MIT
#include "core/document/model/stage_plan.h"

#include "core/document/model/model.h"
#include "core/engine/graph/operation.h"
#include "core/engine/operations/rows.h"

#include <algorithm>
#include <cassert>
#include <iterator>

namespace attn {
namespace {

Real multiplications(const Graph& graph, const Node& node) {
    const Real size = static_cast<Real>(node.shape.rows) * static_cast<Real>(node.shape.columns);
    const bool is_product = node.inputs.size() > 1 && node.operation != &operation::sum;
    return is_product ? size * static_cast<Real>(graph[node.inputs[0]].shape.columns) : size;
}

/// Returns the time of the stages, in the multiplications a core does meanwhile.
Real time_of(const Graph& graph, std::span<const std::size_t> stages) {
    Real time = 0;
    for (const std::size_t at : stages) {
        const Node& node = graph[at];
        const Real cells =
            static_cast<Real>(node.shape.rows) * static_cast<Real>(node.shape.columns);
        time += std::max(multiplications(graph, node), row_cell_cost * cells);
    }
    return time;
}

StageChain chain_of(const Graph& graph, std::vector<std::size_t> order) {
    std::vector<RowStep> steps = row_steps(graph, order);
    return {std::move(order), std::move(steps)};
}

/// Counts the stages at the start of the order that belong to heads of one attention.
std::size_t heads_at(const Graph& graph, std::span<const std::size_t> order) {
    const SheetId& first = graph[order[0]].sheet;
    const auto end = std::find_if(order.begin(), order.end(), [&](std::size_t at) {
        const SheetId& sheet = graph[at].sheet;
        return !info(sheet.stage).is_per_head || sheet.layer != first.layer ||
               sheet.is_cross != first.is_cross;
    });
    return static_cast<std::size_t>(end - order.begin());
}

/// Groups the stages of heads of one attention.
StageGroup group_of_heads(const Graph& graph, std::span<const std::size_t> order) {
    std::vector<Index> head(graph.size(), -1);
    for (const std::size_t at : order)
        head[at] = graph[at].sheet.head;
    // Stages that several heads read, and their inputs, come before the heads.
    std::vector<bool> is_shared(graph.size(), false);
    for (auto at = order.rbegin(); at != order.rend(); ++at)
        for (const std::size_t read : graph[*at].inputs)
            if (head[read] >= 0 && (is_shared[*at] || head[read] != head[*at]))
                is_shared[read] = true;
    std::vector<std::size_t> first;
    std::vector<std::vector<std::size_t>> beside;
    StageGroup group;
    for (const std::size_t at : order) {
        if (is_shared[at]) {
            first.push_back(at);
            continue;
        }
        const auto which = static_cast<std::size_t>(head[at]);
        beside.resize(std::max(beside.size(), which + 1));
        beside[which].push_back(at);
    }
    group.first = chain_of(graph, std::move(first));
    for (std::vector<std::size_t>& own : beside) {
        group.time += time_of(graph, own);
        if (!own.empty())
            group.beside.push_back(chain_of(graph, std::move(own)));
    }
    return group;
}

} // namespace

void hold_repeated(const Document& document, Trace& trace) {
    if (!trace.plan)
        return;
    const Graph& graph = trace.plan->graph();
    for (std::size_t at = 0; at < graph.size(); ++at)
        if (const SheetId& sheet = graph[at].sheet; trace.plan->stands_for()[at] != at)
            trace.stages[key_of(sheet)] = matrix_of(document, trace, sheet);
    trace.plan.reset();
    trace.route.reset();
}

Real cost_of(const Graph& graph, std::span<const std::size_t> stages) {
    Real cost = 0;
    for (const std::size_t at : stages)
        cost += multiplications(graph, graph[at]);
    return cost;
}

StagePlan::StagePlan(Graph graph) : graph_(std::move(graph)), stands_for_(whose_numbers(graph_)) {
    first_input_.push_back(0);
    for (std::size_t at = 0; at < graph_.size(); ++at) {
        first_input_.push_back(first_input_.back() + graph_[at].inputs.size());
        if (graph_.is_given(at))
            find(at);
        else if (stands_for_[at] == at && !info(graph_[at].sheet.stage).is_by_query)
            held_.push_back(at);
    }
    std::sort(held_.begin(), held_.end(), [&](std::size_t a, std::size_t b) {
        return key_of(graph_[a].sheet) < key_of(graph_[b].sheet);
    });
    std::sort(of_options_.begin(), of_options_.end());
}

void StagePlan::find(std::size_t input) {
    const SheetId& sheet = graph_[input].sheet;
    inputs_.push_back(input);
    const bool is_kept_apart = graph_.is_given_instead(input); // X of a table, if it is given
    if (const auto member = is_kept_apart ? nullptr : member_of_document(sheet))
        members_.emplace_back(input, member);
    else if (const auto of_head = member_of_head(sheet))
        of_heads_.push_back({input, static_cast<std::size_t>(sheet.head), of_head});
    else
        of_options_.emplace_back(key_of(sheet), input);
}

std::vector<const SharedMatrix*> StagePlan::given(const Document& document) const {
    std::vector<const SharedMatrix*> list(graph_.size(), nullptr);
    for (const auto& [at, member] : members_)
        list[at] = &(document.*member);
    for (const auto& [at, head, member] : of_heads_)
        if (head < document.heads.size())
            list[at] = &(document.heads[head].*member);
    auto found = document.of_options.begin(); // both are in ascending order
    for (const auto& [key, at] : of_options_) {
        while (found != document.of_options.end() && found->first != key && found->first < key)
            ++found;
        if (found != document.of_options.end() && found->first == key)
            list[at] = &found->second;
    }
    return list;
}

bool StagePlan::are_all(const std::vector<const SharedMatrix*>& given) const {
    return std::all_of(inputs_.begin(), inputs_.end(), [&](std::size_t at) {
        return given[at] && given[at]->rows() == graph_[at].shape.rows &&
               given[at]->cols() == graph_[at].shape.columns;
    });
}

std::vector<std::size_t> StagePlan::changed(const std::vector<const SharedMatrix*>& before,
                                            const std::vector<const SharedMatrix*>& after) const {
    std::vector<std::size_t> list;
    std::copy_if(inputs_.begin(), inputs_.end(), std::back_inserter(list),
                 [&](std::size_t at) { return !(before[at] && *before[at] == *after[at]); });
    return list;
}

StageRoute StagePlan::route(std::vector<std::size_t> changed) const {
    std::vector<bool> is_reached(graph_.size(), false);
    for (const std::size_t at : changed)
        is_reached[at] = true;
    std::vector<std::size_t> all;
    for (std::size_t at = 0; at < graph_.size(); ++at) {
        const Node& node = graph_[at];
        if (graph_.is_given(at))
            continue;
        is_reached[at] = std::any_of(node.inputs.begin(), node.inputs.end(),
                                     [&](std::size_t read) { return is_reached[read]; });
        // Weighted values are computed on demand.
        if (is_reached[at] && stands_for_[at] == at && !info(node.sheet.stage).is_by_query)
            all.push_back(at);
    }
    StageRoute route;
    route.changed = std::move(changed);
    route.cost = cost_of(graph_, all);
    route.time = time_of(graph_, all);
    for (std::span<const std::size_t> order = all; !order.empty();) {
        std::size_t count = heads_at(graph_, order);
        if (count > 0) {
            route.groups.push_back(group_of_heads(graph_, order.first(count)));
        } else {
            while (count < order.size() && heads_at(graph_, order.subspan(count)) == 0)
                ++count;
            const auto some = order.first(count);
            route.groups.push_back({chain_of(graph_, {some.begin(), some.end()}), {}, 0});
        }
        order = order.subspan(count);
    }
    return route;
}

} // namespace attn
