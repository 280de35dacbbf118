// SPDX-License-Identifier: MIT
// Scaled dot-product attention with any number of heads: output = softmax(Q Kᵀ / √d_k) V, and
// attention = [output/0, output/1, …] W_O.
// Vaswani et al. 2017, "Attention Is All You Need", sections 3.2.1 and 3.2.2.
#include "core/base/number_text.h"
#include "core/document/head_inputs.h"
#include "core/document/model.h"
#include "core/engine/cost.h"
#include "core/engine/operation.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace attn::models {
namespace {

/// What the scores are divided by, in order.
std::vector<Divisor> divisors(const Switches& switches, Index d_k, Index d_model) {
    std::vector<Divisor> list;
    switch (switches.scale.kind) {
    case Scale::Kind::SqrtDk:
        list.push_back({"d_k", static_cast<Real>(d_k), true});
        break;
    case Scale::Kind::None:
        break;
    case Scale::Kind::Dk:
        list.push_back({"d_k", static_cast<Real>(d_k), false});
        break;
    case Scale::Kind::SqrtDmodel:
        list.push_back({"d_model", static_cast<Real>(d_model), true});
        break;
    case Scale::Kind::Number:
        list.push_back({"", switches.scale.number, false});
        break;
    }
    if (switches.temperature != 1)
        list.push_back({"temperature", switches.temperature, false});
    return list;
}

bool is_weight(Stage stage) {
    return info(stage).is_input && info(stage).is_per_head;
}

/// The stages of one kind, one for each head.
using Heads = std::vector<std::size_t>;

/// Builds the graph stage by stage, each for every head.
class Building {
public:
    Building(const Document& document, Index heads)
        : document_(document), heads_(std::min(heads, head_count(document))) {}

    Graph built() && {
        const std::size_t x = given(Stage::X, 0);
        const Heads w_q = weights(Stage::W_Q), w_k = weights(Stage::W_K), w_v = weights(Stage::W_V);
        const Heads q = projected(Stage::Q, x, w_q), k = projected(Stage::K, x, w_k),
                    v = projected(Stage::V, x, w_v);
        const Switches& switches = document_.switches;
        const Heads scores = each(Stage::Scores, operation::product_transposed, {q, k});
        Heads scaled;
        for (std::size_t head = 0; head < scores.size(); ++head)
            scaled.push_back(
                add(Stage::Scaled, head, operation::scaled, {scores[head]},
                    divisors(switches, graph_[q[head]].shape.columns, graph_[x].shape.columns)));
        const Heads masked = each(Stage::Masked, operation::masked, {scaled}, switches.mask);
        const Heads made = each(Stage::Weights, operation::normalised, {masked},
                                Normalising{switches.normaliser, switches.axis, switches.mask});
        each(Stage::WeightedValues, operation::weighted, {made, v});
        join(each(Stage::Output, operation::product, {made, v}));
        return std::move(graph_);
    }

private:
    std::size_t add(Stage stage, std::size_t head, const Operation& by,
                    std::vector<std::size_t> inputs, Options options = {}) {
        return graph_.add({{stage, static_cast<Index>(head), 0},
                           &by,
                           std::move(inputs),
                           std::move(options),
                           {},
                           {}});
    }
    Heads each(Stage stage, const Operation& by, const std::vector<Heads>& inputs,
               const Options& options = {}) {
        Heads made;
        for (std::size_t head = 0; head < inputs[0].size(); ++head) {
            std::vector<std::size_t> of_head;
            for (const Heads& input : inputs)
                of_head.push_back(input[head]);
            made.push_back(add(stage, head, by, std::move(of_head), options));
        }
        return made;
    }
    std::size_t given(Stage stage, std::size_t head) {
        const SheetId sheet{stage, static_cast<Index>(head), 0};
        const SharedMatrix* const matrix = input(document_, sheet);
        assert(matrix && "the document has its inputs");
        return graph_.add({sheet, &operation::given, {}, {}, {matrix->rows(), matrix->cols()}, {}});
    }
    /// Nothing where the document has none.
    Heads weights(Stage stage) {
        Heads made;
        for (std::size_t head = 0; has_stage(document_, stage) && head < heads(); ++head)
            made.push_back(given(stage, head));
        return made;
    }
    Heads projected(Stage stage, std::size_t x, const Heads& by) {
        Heads made;
        for (std::size_t head = 0; head < heads(); ++head)
            made.push_back(by.empty() ? add(stage, head, operation::copied, {x})
                                      : add(stage, head, operation::product, {x, by[head]}));
        return made;
    }
    void join(const Heads& outputs) {
        if (document_.join == Join::None)
            return;
        const std::size_t joined = add(Stage::Joined, 0, operation::joined, outputs);
        if (document_.join != Join::WO)
            return;
        const Index width = graph_[joined].shape.columns, out = d_out(document_);
        // Of some heads only, W_O has only their rows.
        const std::size_t w_o =
            graph_.add({{Stage::WO}, &operation::given, {}, {}, {width, out}, {}});
        add(Stage::Attention, 0, operation::product, {joined, w_o});
    }
    std::size_t heads() const { return static_cast<std::size_t>(heads_); }

    const Document& document_;
    Index heads_;
    Graph graph_;
};

Graph graph_of(const Document& document, Index heads) {
    return Building(document, heads).built();
}

bool has(const Document& document, Stage stage) {
    if (is_weight(stage))
        return document.projections == Projections::Learned;
    if (stage == Stage::Joined)
        return document.join != Join::None;
    return (stage != Stage::WO && stage != Stage::Attention) || document.join == Join::WO;
}

Result<> validate_head(const Document& document, std::size_t at) {
    const HeadWeights& head = document.heads[at];
    const std::string where = "heads[" + std::to_string(at) + "].";
    const Index width = d_model(document);
    const Index queries = head.w_q.cols(), values = head.w_v.cols();
    if (auto fault = within(queries, max_width, "columns", where + "w_q"); !fault)
        return fault;
    if (auto fault = within(values, max_width, "columns", where + "w_v"); !fault)
        return fault;
    const std::string rows =
        "(one row for each of the " + std::to_string(width) + " columns of the embeddings";
    if (auto fault = has_shape(head.w_q, width, queries, where + "w_q", rows + ")"); !fault)
        return fault;
    if (auto fault = has_shape(head.w_k, width, queries, where + "w_k",
                               rows + "; the columns of w_k are those of w_q)");
        !fault)
        return fault;
    return has_shape(head.w_v, width, values, where + "w_v", rows + ")");
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
    for (std::size_t at = 0; at < document.heads.size(); ++at)
        if (auto fault = validate_head(document, at); !fault)
            return fault;

    if (auto fault = validate_join(document); !fault)
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
    if (switches.mask.kind == Mask::Kind::Painted &&
        (switches.mask.painted.rows() != words || switches.mask.painted.cols() != words))
        return Error{"the painted mask is " +
                         shape_text(switches.mask.painted.rows(), switches.mask.painted.cols()) +
                         ", expected " + shape_text(words, words) +
                         " (one row and column per token)",
                     "mask"};
    return Nothing{};
}

Real cost(const Document& document) {
    // Only what is asked for along columns, or not as a softmax, is held for sure.
    const bool is_held =
        document.switches.normaliser != Normaliser::Softmax || document.switches.axis != Axis::Rows;
    Real cost = 0;
    for (std::size_t head = 0; head < static_cast<std::size_t>(head_count(document)); ++head)
        cost += pass_cost(inputs_of(document, head), is_held);
    return cost;
}

void evaluate_all(const Document& document, Trace& trace, Progress* progress) {
    if (progress)
        progress->total = static_cast<std::int64_t>(cost(document));
    trace.heads.resize(static_cast<std::size_t>(head_count(document)));
    for (std::size_t head = 0; head < trace.heads.size() && !is_cancelled(progress); ++head)
        attend_into(trace.heads[head], inputs_of(document, head, progress));
    if (!is_cancelled(progress))
        join_heads(document, trace);
}

} // namespace

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
                          graph_of,
                          has,
                          validated,
                          cost,
                          evaluate_all};

} // namespace attn::models
