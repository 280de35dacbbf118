// SPDX-License-Identifier: MIT
// Computes the stages of attention by their plan: all of them, or those that a change reaches.
#include "core/document/model.h"
#include "core/document/stage_plan.h"
#include "core/engine/operation.h"
#include "core/engine/parallel.h"

#include <algorithm>
#include <memory>
#include <span>
#include <vector>

namespace attn::models {
namespace {

using Given = std::vector<const SharedMatrix*>;

/// The numbers of all stages, and functions that compute some of them.
class StageRun {
public:
    StageRun(const StagePlan& plan, const Given& given, Trace& trace, Progress* progress)
        : stages_(plan.graph()), read_(stages_.size(), nullptr), made_(stages_.size(), nullptr),
          stands_for_(plan.stands_for()), first_input_(plan.first_input()), progress_(progress) {
        if (trace.stages.size() != plan.held().size()) {
            trace.stages.clear();
            for (const std::size_t at : plan.held())
                trace.stages.emplace_hint(trace.stages.end(), key_of(stages_[at].sheet), Matrix());
        }
        auto held = trace.stages.begin();
        for (const std::size_t at : plan.held())
            read_[at] = made_[at] = &(held++)->second;
        inputs_.reserve(first_input_.back());
        for (std::size_t at = 0; at < stages_.size(); ++at) {
            read_[at] = given[at] ? &**given[at] : read_[stands_for_[at]];
            for (const std::size_t input : stages_[at].inputs)
                inputs_.push_back(read_[input]);
        }
    }

    void along(const StageRoute& route) {
        wake_cores(route.time);
        for (const StageGroup& group : route.groups) {
            one_by_one(group.first);
            if (!group.beside.empty())
                for_blocks(static_cast<Index>(group.beside.size()), 1, group.time,
                           [&](Index first, Index last) {
                               for (Index chain = first; chain < last; ++chain)
                                   one_by_one(group.beside[static_cast<std::size_t>(chain)]);
                           });
        }
    }

private:
    void one_by_one(const StageChain& chain) {
        for (const RowStep& step : chain.steps) {
            if (is_cancelled(progress_))
                return;
            const auto together = std::span(chain.order).subspan(step.first, step.count);
            if (step.count > 1) {
                run_rows(stages_, together, stands_for_, {read_, made_}, progress_);
            } else {
                const std::size_t at = together[0];
                const Node& node = stages_[at];
                const auto inputs =
                    std::span(inputs_).subspan(first_input_[at], node.inputs.size());
                node.operation->run(node.options, inputs, *made_[at]);
            }
            if (progress_)
                progress_->done += static_cast<std::int64_t>(cost_of(stages_, together));
        }
    }

    const Graph& stages_;
    std::vector<const Matrix*> read_, inputs_;
    std::vector<Matrix*> made_;
    std::span<const std::size_t> stands_for_, first_input_;
    Progress* const progress_;
};

/// Lists the inputs that differ from the previous document.
std::vector<std::size_t> changed(const Document& previous, const StagePlan& plan,
                                 const Given& given) {
    return plan.changed(plan.given(previous), given);
}

} // namespace

bool gives_all(const Document& document, const Trace& trace) {
    return trace.plan->are_all(trace.plan->given(document));
}

Real cost_of_stages(const Document& document, const Document& previous, const Trace& trace) {
    const StagePlan& plan = *trace.plan;
    std::vector<std::size_t> list = changed(previous, plan, plan.given(document));
    return trace.route && trace.route->changed == list ? trace.route->cost
                                                       : plan.route(std::move(list)).cost;
}

void run_stages(const Document& document, const Document* previous, Trace& trace,
                Progress* progress) {
    const StagePlan& plan = *trace.plan;
    const Given given = plan.given(document);
    if (!previous) {
        trace.route = std::make_shared<const StageRoute>(plan.whole_route());
    } else if (std::vector<std::size_t> list = changed(*previous, plan, given);
               !(trace.route && trace.route->changed == list)) {
        trace.route = std::make_shared<const StageRoute>(plan.route(std::move(list)));
    }
    if (progress)
        progress->total = static_cast<std::int64_t>(trace.route->cost);
    StageRun(plan, given, trace, progress).along(*trace.route);
}

} // namespace attn::models
