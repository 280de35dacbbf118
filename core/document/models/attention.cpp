// SPDX-License-Identifier: MIT
// Scaled dot-product attention with any number of heads: output = softmax(Q Kᵀ / √d_k) V, and
// attention = [output/0, output/1, …] W_O.
// Vaswani et al. 2017, "Attention Is All You Need", sections 3.2.1 and 3.2.2.
#include "core/base/number_text.h"
#include "core/document/head_inputs.h"
#include "core/document/model.h"
#include "core/document/option_inputs.h"
#include "core/document/sheet.h"
#include "core/engine/cost.h"
#include "core/engine/normalise.h"
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
    return stage == Stage::W_Q || stage == Stage::W_K || stage == Stage::W_V;
}

/// The stages of one kind, one for each head.
using Heads = std::vector<std::size_t>;

/// Builds the graph stage by stage, each for every head.
class Building {
public:
    Building(const Document& document, Index heads)
        : document_(document), heads_(std::min(heads, head_count(document))) {}

    Graph built() && {
        const std::size_t x = embedded(given(Stage::X, 0));
        const std::size_t source = document_.options.has_memory ? given(Stage::Memory, 0) : x;
        const Heads w_q = inputs(Stage::W_Q), w_k = inputs(Stage::W_K), w_v = inputs(Stage::W_V);
        const Heads b_q = inputs(Stage::BQ), b_k = inputs(Stage::BK), b_v = inputs(Stage::BV);
        const Heads q = projected(Stage::Q, x, w_q, b_q), k = projected(Stage::K, source, w_k, b_k),
                    v = of_each_head(projected(Stage::V, source, w_v, b_v));
        const Heads scores =
            biased(scored(rotated(Stage::QRotated, q), of_each_head(rotated(Stage::KRotated, k))));
        const Switches& switches = document_.switches;
        Heads scaled;
        for (std::size_t head = 0; head < scores.size(); ++head)
            scaled.push_back(
                add(Stage::Scaled, head, operation::scaled, {scores[head]},
                    divisors(switches, graph_[q[head]].shape.columns, graph_[x].shape.columns)));
        const Heads masked =
            each(Stage::Masked, operation::masked, {limited(scaled)}, switches.mask);
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
    Heads inputs(Stage stage) {
        Heads made;
        for (std::size_t at = 0; has_stage(document_, stage) && at < count(stage); ++at)
            made.push_back(given(stage, at));
        return made;
    }
    /// How many there are of the heads that are built.
    std::size_t count(Stage stage) const {
        return info(stage).is_per_group
                   ? static_cast<std::size_t>(group_of(document_, heads_ - 1)) + 1
                   : heads();
    }
    /// X with what says where a word stands.
    std::size_t embedded(std::size_t x) {
        if (document_.options.positions.kind != Positions::Kind::Learned)
            return x;
        return add(Stage::Embedded, 0, operation::sum, {x, given(Stage::P, 0)});
    }
    Heads projected(Stage stage, std::size_t from, const Heads& by, const Heads& biases) {
        Heads made;
        for (std::size_t at = 0; at < count(stage); ++at) {
            std::vector<std::size_t> read{from};
            if (!by.empty())
                read.push_back(by[at]);
            if (!biases.empty())
                read.push_back(biases[at]);
            made.push_back(add(stage, at, by.empty() ? operation::copied : operation::product,
                               std::move(read)));
        }
        return made;
    }
    /// What each head reads of what groups have.
    Heads of_each_head(const Heads& groups) const {
        Heads made;
        for (Index head = 0; head < heads_; ++head)
            made.push_back(groups[static_cast<std::size_t>(group_of(document_, head))]);
        return made;
    }
    Heads rotated(Stage, const Heads& projections) { return projections; }
    Heads scored(const Heads& q, const Heads& k) {
        return each(Stage::Scores, operation::product_transposed, {q, k});
    }
    Heads biased(const Heads& scores) { return scores; }
    Heads limited(const Heads& scaled) { return scaled; }
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
        std::vector<std::size_t> read{joined, w_o};
        if (has_stage(document_, Stage::BO))
            read.push_back(given(Stage::BO, 0));
        add(Stage::Attention, 0, operation::product, std::move(read));
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
    if (position(stage) > position(Stage::Attention)) // of a block
        return false;
    if (is_weight(stage))
        return document.projections == Projections::Learned;
    if (stage == Stage::Joined)
        return document.join != Join::None;
    const Positions::Kind positions = document.options.positions.kind;
    if (stage == Stage::P || stage == Stage::Embedded)
        return positions == Positions::Kind::Learned || positions == Positions::Kind::Sinusoidal;
    if (stage == Stage::QRotated || stage == Stage::KRotated)
        return positions == Positions::Kind::Rotary;
    if (stage == Stage::Biased)
        return positions == Positions::Kind::Alibi || positions == Positions::Kind::Buckets;
    if (stage == Stage::QMapped || stage == Stage::KMapped)
        return document.options.score.kind == Score::Kind::Additive;
    if (stage == Stage::Limited)
        return document.options.soft_limit.has_value();
    if (const OptionInput* const input = find_option_input(stage))
        return input->is_asked(document);
    return (stage != Stage::WO && stage != Stage::Attention) || document.join == Join::WO;
}

/// The keys and values of a group, for the first head that reads them.
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

/// Heads that are kept while there are no projections are as wide as X as well.
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

/// Whether the mask fits the words and the keys.
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
    if (mask.kind == Mask::Kind::Window && mask.number < 1)
        return fault("the window is " + number + ", expected at least 1 word");
    if (mask.kind == Mask::Kind::Prefix && mask.number < 0)
        return fault("the prefix is " + number + ", expected 0 words or more");
    if (mask.kind == Mask::Kind::Padding && mask.number < 0)
        return fault("the padding is " + number + ", expected 0 words or more");
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
    // Only what is asked for along columns, or not as a softmax, is held for sure.
    const bool is_held =
        document.switches.normaliser != Normaliser::Softmax || document.switches.axis != Axis::Rows;
    Real cost = 0;
    for (std::size_t head = 0; head < static_cast<std::size_t>(head_count(document)); ++head)
        cost += pass_cost(inputs_of(document, head), is_held);
    return cost;
}

/// The heads' copies of the stages, for those who look at heads.
void fill_head(const Document& document, Trace& trace, Index head) {
    const auto stage = [&](Stage name) {
        return trace.stages.at({name, sheet_of_head(document, name, head).head});
    };
    HeadTrace& made = trace.heads[static_cast<std::size_t>(head)];
    made = {stage(Stage::Q),
            stage(Stage::K),
            stage(Stage::V),
            stage(Stage::Scores),
            stage(Stage::Scaled),
            stage(Stage::Masked),
            stage(Stage::Weights),
            stage(Stage::Output),
            {},
            {},
            {}};
    const Switches& switches = document.switches;
    made.no_key = normalise(made.masked, switches.mask, switches.normaliser, switches.axis).no_key;
}

void evaluate_stages(const Document& document, Trace& trace, Progress* progress) {
    const Graph stages = graph_of(document, head_count(document));
    std::vector<const Matrix*> results;
    for (std::size_t at = 0; at < stages.size() && !is_cancelled(progress); ++at) {
        const Node& node = stages[at];
        if (stages.is_given(at)) {
            results.push_back(&**input(document, node.sheet));
            continue;
        }
        if (info(node.sheet.stage).is_by_query) { // made when it is looked at
            results.push_back(nullptr);
            continue;
        }
        Matrix& result = trace.stages[{node.sheet.stage, node.sheet.head}];
        results.push_back(&result);
        std::vector<const Matrix*> read;
        for (const std::size_t input : node.inputs)
            read.push_back(results[input]);
        node.operation->run(node.options, read, result);
    }
    if (is_cancelled(progress))
        return;
    trace.heads.resize(static_cast<std::size_t>(head_count(document)));
    for (Index head = 0; head < head_count(document); ++head)
        fill_head(document, trace, head);
}

void evaluate_all(const Document& document, Trace& trace, Progress* progress) {
    if (!is_plain(document))
        return evaluate_stages(document, trace, progress);
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
