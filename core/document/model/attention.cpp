// SPDX-License-Identifier: MIT
// Scaled dot-product attention with any number of heads: output = softmax(Q Kᵀ / √d_k) V, and
// attention = [output/0, output/1, …] W_O.
// Vaswani et al. 2017, "Attention Is All You Need", sections 3.2.1 and 3.2.2.

#include "core/base/number_text.h"
#include "core/document/model/evaluate.h"
#include "core/document/model/given.h"
#include "core/document/model/model.h"
#include "core/document/model/option_inputs.h"
#include "core/document/model/sheet.h"
#include "core/document/model/stage_plan.h"
#include "core/document/model/table.h"
#include "core/engine/graph/operation.h"
#include "core/engine/numbers/parallel.h"
#include "core/engine/pass/normalise.h"
#include "core/engine/pass/plan.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <memory>
#include <span>
#include <vector>

namespace attn::models {
namespace {

/// Checks the keys and values of a group, for the first head that reads them.
Result<> validate_group(const Document& document, Index group) {
    const HeadWeights& head = document.heads[static_cast<std::size_t>(group)];
    const std::string where = "heads[" + std::to_string(group) + "].";
    const Index width = source_width(document);
    if (auto fault = within(head.w_v.cols(), max_width, "columns", where + "w_v"); !fault)
        return fault;
    const std::string rows = "(one row for each of the " + std::to_string(width) +
                             " columns of the " +
                             (document.options.has_memory ? "memory" : "embeddings");
    const auto first = static_cast<std::size_t>(first_head_of(document, group));
    if (auto fault = has_shape(head.w_k, width, document.heads[first].w_q.cols(), where + "w_k",
                               rows + "; the columns of w_k are those of w_q)");
        !fault)
        return fault;
    return has_shape(head.w_v, width, head.w_v.cols(), where + "w_v", rows + ")");
}

Result<> validate_head(const Document& document, Index head) {
    const SharedMatrix& w_q = document.heads[static_cast<std::size_t>(head)].w_q;
    const std::string where = "heads[" + std::to_string(head) + "].w_q";
    const Index width = d_model(document);
    if (auto fault = within(w_q.cols(), max_width, "columns", where); !fault)
        return fault;
    const auto first = static_cast<std::size_t>(first_head_of(document, group_of(document, head)));
    if (const Index shared = document.heads[first].w_q.cols(); shared != w_q.cols())
        return Error{"the matrix has " + std::to_string(w_q.cols()) + " columns, expected " +
                         std::to_string(shared) +
                         ", as the other heads have that read the same keys",
                     where};
    return has_shape(w_q, width, w_q.cols(), where,
                     "(one row for each of the " + std::to_string(width) +
                         " columns of the embeddings)");
}

Result<> validate_join(const Document& document) {
    if (document.join != Join::WO || !has_stage(document, Stage::WO))
        return Nothing{};
    const Index width = joined_width(document), out = d_out(document);
    if (auto fault = within(out, max_width, "columns", "W_O"); !fault)
        return fault;
    return has_shape(document.w_o, width, out, "W_O",
                     "(one row for each column of the heads side by side)");
}

/// Heads that are kept while there are no projections must have the width of X as well.
Result<> validate_heads(const Document& document) {
    const auto heads = static_cast<Index>(document.heads.size());
    const Index groups = document.projections == Projections::None ? heads : group_count(document);
    for (Index head = 0; head < heads; ++head) {
        if (auto fault = validate_head(document, head); !fault)
            return fault;
        if (head < groups)
            if (auto fault = validate_group(document, head); !fault)
                return fault;
    }
    return Nothing{};
}

/// Checks that the mask fits the words and the keys.
Result<> validate_mask(const Mask& mask, Index words, Index keys) {
    const auto fault = [](const std::string& sentence) { return Error{sentence, "mask"}; };
    const bool is_square = words == keys;
    if (mask.kind == Mask::Kind::Painted &&
        (mask.painted.rows() != words || mask.painted.cols() != keys))
        return fault("the painted mask is " + shape_text(mask.painted.rows(), mask.painted.cols()) +
                     ", expected " + shape_text(words, keys) +
                     (is_square ? " (one row and column per token)"
                                : " (one row per token, one column per word of the memory)"));
    const std::string number = std::to_string(mask.number);
    if (const auto least = least_number(mask.kind); least && mask.number < *least) {
        const std::string text = to_text(mask); // "window of 0"
        return fault("the " + text.substr(0, text.find(' ')) + " is " + number + ", expected " +
                     (*least == 1 ? "at least 1 word" : "0 words or more"));
    }
    if (mask.kind == Mask::Kind::Padding && mask.keys != keys)
        return fault("the padding is at the end of " + std::to_string(mask.keys) +
                     " keys, expected " + std::to_string(keys) + " (one per key)");
    for (const Mask& one : mask.all)
        if (const auto found = validate_mask(one, words, keys); !found)
            return found;
    return Nothing{};
}

Result<> validated(const Document& document) {
    const Index words = token_count(document);
    if (auto fault = validate_words(document); !fault)
        return fault;
    if (auto fault = within(words, max_tokens, "rows", "embeddings"); !fault)
        return fault;
    if (auto fault = within(d_model(document), max_width, "columns", "embeddings");
        !fault && has_x(document))
        return fault;
    if (static_cast<Index>(document.tokens.size()) != words)
        return Error{"the number of tokens is " + std::to_string(document.tokens.size()) +
                         ", but the embeddings have " + std::to_string(words) +
                         " rows; each token needs one row",
                     "tokens"};

    const auto heads = static_cast<Index>(document.heads.size());
    if (document.projections == Projections::Learned || heads > 0)
        if (auto fault = within(heads, max_heads, "heads", "heads"); !fault)
            return fault;
    if (auto fault = has_x(document) ? validate_heads(document) : validate_without_x(document);
        !fault)
        return fault;
    if (auto fault = validate_join(document); !fault)
        return fault;
    if (auto fault = validate_options(document); !fault)
        return fault;
    const Switches& switches = document.switches;
    if (switches.scale.kind == Scale::Kind::Number &&
        !(switches.scale.number > 0 && std::isfinite(switches.scale.number)))
        return Error{"the scores cannot be divided by " + shortest(switches.scale.number) +
                         "; expected a number above 0",
                     "scale"};
    if (!(switches.temperature > 0 && std::isfinite(switches.temperature)))
        return Error{"the temperature is " + shortest(switches.temperature) +
                         ", expected a number above 0",
                     "temperature"};
    return validate_mask(switches.mask, words, key_count(document));
}

Real cost(const Document& document) {
    if (!is_of_heads(document))
        return StagePlan(attention_graph(document, head_count(document))).whole_route().cost;
    // The matrices are certain to be stored only along columns or with a normaliser other than
    // softmax.
    const bool is_held =
        document.switches.normaliser != Normaliser::Softmax || document.switches.axis != Axis::Rows;
    Real cost = 0;
    for (std::size_t head = 0; head < static_cast<std::size_t>(head_count(document)); ++head)
        cost += pass_cost(inputs_of(document, weights_read(document, head)), is_held);
    return cost;
}

void evaluate_all(const Document& document, Trace& trace, Progress* progress) {
    if (!is_of_heads(document)) {
        trace.plan =
            std::make_shared<const StagePlan>(attention_graph(document, head_count(document)));
        run_stages(document, nullptr, trace, progress);
        if (!is_cancelled(progress))
            close_lines(document, trace);
        return;
    }
    if (progress)
        progress->total = static_cast<std::int64_t>(cost(document));
    trace.heads.resize(static_cast<std::size_t>(head_count(document)));
    for (std::size_t head = 0; head < trace.heads.size() && !is_cancelled(progress); ++head) {
        const HeadWeights weights = weights_read(document, head);
        attend_into(trace.heads[head], inputs_of(document, weights, progress));
    }
    if (!is_cancelled(progress))
        join_heads(document, trace);
}

} // namespace

void close_lines(const Document& document, Trace& trace) {
    trace.heads.resize(static_cast<std::size_t>(head_count(document)));
    const Switches& switches = document.switches;
    for (std::size_t head = 0; head < trace.heads.size(); ++head) {
        std::vector<bool>& closed = trace.heads[head].no_key;
        closed = attn::closed_lines(switches.mask, token_count(document), key_count(document),
                                    switches.axis);
        if (is_given_stage(document, {Stage::Weights, static_cast<Index>(head)}))
            closed.assign(closed.size(), false); // no mask closes given weights
    }
}

const ModelInfo attention{Model::Attention,
                          "a document of attention",
                          "Attention",
                          "Scaled dot-product attention (Vaswani et al. 2017, eq. 1)",
                          "word",
                          "words",
                          "",
                          "query word",
                          "query",
                          "word_",
                          "",
                          "attention needs",
                          max_tokens,
                          true,
                          Stage::Weights,
                          {Stage::Weights, Stage::Output, Stage::Scores},
                          attention_graph,
                          has_attention_stage,
                          lack_of_attention,
                          validated,
                          cost,
                          evaluate_all};

// Computes the stages of attention by their plan: all of them, or those that a change reaches.

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
