// SPDX-License-Identifier: MIT
// Scaled dot-product attention with any number of heads: output = softmax(Q Kᵀ / √d_k) V, and
// attention = [output/0, output/1, …] W_O.
// Vaswani et al. 2017, "Attention Is All You Need", sections 3.2.1 and 3.2.2.
#include "core/base/number_text.h"
#include "core/document/head_inputs.h"
#include "core/document/model.h"
#include "core/document/option_inputs.h"
#include "core/document/sheet.h"
#include "core/document/stage_plan.h"
#include "core/engine/cost.h"
#include "core/engine/normalise.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <memory>

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
    if (document.join != Join::WO)
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
    if (auto fault = within(words, max_tokens, "rows", "embeddings"); !fault)
        return fault;
    if (auto fault = within(d_model(document), max_width, "columns", "embeddings"); !fault)
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
    if (auto fault = validate_heads(document); !fault)
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
    for (HeadTrace& head : trace.heads)
        head.no_key = attn::closed_lines(switches.mask, token_count(document), key_count(document),
                                         switches.axis);
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

} // namespace attn::models
