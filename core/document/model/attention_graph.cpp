// SPDX-License-Identifier: MIT
// The stages of attention with its options, a block around it and a loss, in computing order.
// Vaswani et al. 2017, section 3; other sources are in attention_options.h.

#include "core/document/model/given.h"
#include "core/document/model/given_layers.h"
#include "core/document/model/model.h"
#include "core/document/model/option_inputs.h"
#include "core/document/model/sheet.h"
#include "core/document/model/table.h"
#include "core/engine/graph/graph.h"
#include "core/engine/graph/operation.h"
#include "core/engine/numbers/positions.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace attn::models {
namespace {

/// Returns what the scores are divided by, in order.
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

block::Norm::Kind kind_of(Block::Norm norm) {
    switch (norm) {
    case Block::Norm::Rms:
        return block::Norm::Kind::Rms;
    case Block::Norm::Sample:
        return block::Norm::Kind::Sample;
    case Block::Norm::Layer:
    case Block::Norm::None:
        break;
    }
    return block::Norm::Kind::Layer;
}

Activation::Kind activation(Block::Mlp mlp) {
    switch (mlp) {
    case Block::Mlp::Gelu:
    case Block::Mlp::GeGlu:
        return Activation::Kind::Gelu;
    case Block::Mlp::GeluTanh:
    case Block::Mlp::GeGluTanh:
        return Activation::Kind::GeluTanh;
    case Block::Mlp::Silu:
    case Block::Mlp::SwiGlu:
        return Activation::Kind::Silu;
    case Block::Mlp::Relu:
    case Block::Mlp::None:
        break;
    }
    return Activation::Kind::Relu;
}

/// The stages of one kind, one per head.
using Heads = std::vector<std::size_t>;

/// Builds the graph stage by stage, each for every head, layer by layer.
class Building {
public:
    Building(const Document& document, Index heads)
        : document_(document), heads_(std::min(heads, head_count(document))),
          graph_(given_keys(document)) {}

    Graph built() && {
        if (!has_x(document_)) {
            for (layer_ = 0; layer_ < layer_count(document_); ++layer_)
                without_x();
            layer_ = 0;
            if (has(Stage::Loss))
                loss(*document_.options.loss);
            return std::move(graph_);
        }
        std::size_t x = embedded(words());
        if (!document_.options.block) {
            attention(x, x);
        } else {
            for (layer_ = 0; layer_ < layer_count(document_); ++layer_)
                x = block(x);
            layer_ = 0;
            if (has(Stage("logits"))) {
                x = norm("norm_f", x);
                block::words_out(graph_, x, given(table_of_logits(document_), 0));
            }
        }
        if (has(Stage::Loss))
            loss(*document_.options.loss);
        return std::move(graph_);
    }

private:
    /// Appends the stages of a layer that follow from its given ones. A stage whose inputs are not
    /// there is not there either.
    void without_x() {
        const Heads q = inputs(Stage::Q), k = inputs(Stage::K), v = inputs(Stage::V);
        const auto made_of = [&](const Heads& before, Stage stage, const auto& make) {
            return before.empty() ? inputs(stage) : make(before);
        };
        const Heads scores =
            q.empty() || k.empty() ? inputs(Stage::Scores) : scored(q, of_each_head(k));
        const Heads scaled = made_of(scores, Stage::Scaled, [&](const Heads& before) {
            Heads made;
            for (std::size_t head = 0; head < before.size(); ++head)
                made.push_back(
                    add(Stage::Scaled, head, operation::scaled, {before[head]},
                        divisors(document_.switches, d_k(document_, static_cast<Index>(head)), 0)));
            return made;
        });
        const Heads masked =
            made_of(scaled, Stage::Masked, [&](const Heads& before) { return shut(before); });
        const Heads weights =
            made_of(masked, Stage::Weights, [&](const Heads& before) { return weighted(before); });
        if (!weights.empty() && has(Stage("mean_weights")))
            add(Stage("mean_weights"), 0, operation::mean, weights);
        Heads outputs;
        if (!weights.empty() && !v.empty()) {
            const Heads values = of_each_head(v);
            each(Stage::WeightedValues, operation::weighted, {weights, values});
            outputs = each(Stage::Output, operation::product, {weights, values});
        } else {
            outputs = inputs(Stage::Output);
        }
        if (!outputs.empty())
            join(outputs);
    }
    /// Appends the heads, and their join if there is one. Queries come from `read`; keys and values
    /// come from it too, or from the memory. `x`, before its norm, has the width of the model.
    std::optional<std::size_t> attention(std::size_t x, std::size_t read) {
        const std::size_t source =
            is_cross_ || document_.options.has_memory ? given(Stage::Memory, 0) : read;
        const Heads w_q = inputs(Stage::W_Q), w_k = inputs(Stage::W_K), w_v = inputs(Stage::W_V);
        const Heads b_q = inputs(Stage::BQ), b_k = inputs(Stage::BK), b_v = inputs(Stage::BV);
        const Heads gamma_q = inputs(Stage("gamma_Q")), gamma_k = inputs(Stage("gamma_K"));
        const Heads q = normed(Stage("Q_normed"), projected(Stage::Q, read, w_q, b_q), gamma_q),
                    k = normed(Stage("K_normed"), projected(Stage::K, source, w_k, b_k), gamma_k),
                    v = of_each_head(projected(Stage::V, source, w_v, b_v));
        const Heads scores =
            scored(rotated(Stage::QRotated, q), of_each_head(rotated(Stage::KRotated, k)));
        Heads scaled;
        for (std::size_t head = 0; head < scores.size(); ++head)
            scaled.push_back(add(Stage::Scaled, head, operation::scaled, {scores[head]},
                                 divisors(document_.switches, graph_[q[head]].shape.columns,
                                          graph_[x].shape.columns)));
        const Heads made = weighted(shut(scaled));
        each(Stage::WeightedValues, operation::weighted, {made, v});
        const Heads outputs = each(Stage::Output, operation::product, {made, v});
        if (has(Stage("mean_weights")))
            add(Stage("mean_weights"), 0, operation::mean, made);
        return join(outputs);
    }

    /// Whether the attention being built has the stage.
    bool has(Stage stage) const { return exists(document_, named(stage, 0)); }
    SheetId named(Stage stage, std::size_t head) const {
        const bool is_once = is_of_all_layers(stage);
        return {stage, static_cast<Index>(head), 0, is_once ? 0 : layer_, is_cross_ && !is_once};
    }
    std::size_t add(Stage stage, std::size_t head, const Operation& by,
                    std::vector<std::size_t> inputs, Options options = {}) {
        return graph_.add({named(stage, head), &by, std::move(inputs), std::move(options), {}, {}});
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
    static std::set<SheetKey> given_keys(const Document& document) {
        std::set<SheetKey> keys;
        for (const SheetId& sheet : given_stages(document))
            keys.insert(key_of(sheet));
        return keys;
    }
    std::size_t given(Stage stage, std::size_t head) {
        const SheetId sheet = named(stage, head);
        if (const auto there = graph_.find(sheet)) // the memory, which is read again
            return *there;
        const SharedMatrix* const matrix = input(document_, sheet);
        assert(matrix && "the document has its inputs");
        return graph_.add({sheet, &operation::given, {}, {}, {matrix->rows(), matrix->cols()}, {}});
    }
    /// Empty if the document has none.
    Heads inputs(Stage stage) {
        Heads made;
        const bool is_there = has(stage);
        for (std::size_t at = 0; is_there && at < count(stage); ++at)
            made.push_back(given(stage, at));
        return made;
    }
    /// Counts the stage's matrices for the heads being built.
    std::size_t count(Stage stage) const {
        const StageInfo& about = info(stage);
        return about.is_per_group  ? static_cast<std::size_t>(group_of(document_, heads_ - 1)) + 1
               : about.is_per_head ? heads()
                                   : 1;
    }
    /// Appends X, given or looked up in the table.
    std::size_t words() {
        if (!document_.options.has_table)
            return given(Stage::X, 0);
        return add(
            Stage::X, 0, operation::looked_up, {given(Stage("E"), 0)},
            Lookup{rows_in_table(document_), static_cast<Index>(output_words(document_).size())});
    }
    /// Appends X with its positions.
    std::size_t embedded(std::size_t x) {
        if (!has(Stage::Embedded))
            return x;
        return add(Stage::Embedded, 0, operation::sum, {x, added_to(x)});
    }
    std::size_t added_to(std::size_t x) {
        switch (positions().kind) {
        case Positions::Kind::Learned:
            return given(Stage::P, 0);
        case Positions::Kind::Sinusoidal:
            return add(Stage::P, 0, operation::sinusoidal, {x},
                       Sinusoid{positions().base, positions().waves});
        case Positions::Kind::None:
        case Positions::Kind::Rotary:
        case Positions::Kind::Alibi:
        case Positions::Kind::Buckets:
            break;
        }
        assert(false && "these positions are added to the words");
        return x;
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
    /// Appends RMSNorm of each head's queries or keys, with shared gains.
    Heads normed(Stage stage, const Heads& projections, const Heads& gamma) {
        if (!has(stage))
            return projections;
        const std::string name(stage.name());
        const Heads deviation = each(Stage(name + ".deviation"), operation::root_mean_square,
                                     {projections}, Epsilon{document_.options.qk_norm_epsilon()});
        const Heads scaled = each(Stage(name + ".scaled"), operation::over_line,
                                  {projections, deviation}, Axis::Rows);
        return each(stage, operation::stretched, {scaled, Heads(scaled.size(), gamma.front())});
    }
    /// Returns, for each head, what it reads of its group.
    Heads of_each_head(const Heads& groups) const {
        Heads made;
        for (Index head = 0; head < heads_; ++head)
            made.push_back(groups[static_cast<std::size_t>(group_of(document_, head))]);
        return made;
    }
    Heads rotated(Stage stage, const Heads& projections) {
        if (!has(stage))
            return projections;
        switch (positions().kind) {
        case Positions::Kind::Rotary:
            return each(stage, operation::rotated, {projections},
                        Rotation{positions().base, positions().are_neighbours, positions().turned});
        case Positions::Kind::None:
        case Positions::Kind::Learned:
        case Positions::Kind::Sinusoidal:
        case Positions::Kind::Alibi:
        case Positions::Kind::Buckets:
            break;
        }
        assert(false && "these positions turn queries and keys");
        return projections;
    }
    Heads scored(const Heads& q, const Heads& k) {
        const Score score = is_cross_ ? Score{} : document_.options.score;
        switch (score.kind) {
        case Score::Kind::Dot:
            break;
        case Score::Kind::General:
            return each(Stage::Scores, operation::general_scores, {q, inputs(Stage::WS), k});
        case Score::Kind::Additive:
            return each(Stage::Scores, operation::additive_scores,
                        {each(Stage::QMapped, operation::product, {q, inputs(Stage::UQ)}),
                         each(Stage::KMapped, operation::product, {k, inputs(Stage::UK)}),
                         inputs(Stage::Additive)});
        case Score::Kind::Cosine:
            return each(Stage::Scores, operation::cosine_scores, {q, k});
        case Score::Kind::Gaussian:
            return each(Stage::Scores, operation::distance_scores, {q, k}, Distances{score.sigma});
        case Score::Kind::Distance:
            return each(Stage::Scores, operation::distance_scores, {q, k}, Distances{0});
        }
        return each(Stage::Scores, operation::product_transposed, {q, k});
    }
    /// Appends the bias of scores, which the scale does not divide; a temperature does.
    Heads with_bias(const Heads& scaled) {
        if (!has(Stage::WithBias))
            return scaled;
        return each(Stage::WithBias, operation::with_bias, {scaled, inputs(Stage::Bias)},
                    Tempered{document_.switches.temperature});
    }
    /// Appends the bias for distances, which the scale does not divide (Press et al. 2022, section
    /// 3). A temperature divides everything that the softmax reads, so also the bias.
    Heads biased(const Heads& scaled) {
        if (!has(Stage::Biased))
            return scaled;
        const Real temperature = document_.switches.temperature;
        switch (positions().kind) {
        case Positions::Kind::Buckets:
            return each(Stage::Biased, operation::bucketed, {scaled, inputs(Stage::T)},
                        Buckets{positions().furthest, is_both_ways(document_), temperature});
        case Positions::Kind::Alibi: {
            Heads made;
            for (std::size_t head = 0; head < scaled.size(); ++head)
                made.push_back(
                    add(Stage::Biased, head, operation::alibi, {scaled[head]},
                        Slope{alibi_slope(static_cast<Index>(head), head_count(document_)),
                              temperature}));
            return made;
        }
        case Positions::Kind::None:
        case Positions::Kind::Learned:
        case Positions::Kind::Sinusoidal:
        case Positions::Kind::Rotary:
            break;
        }
        assert(false && "these positions add a bias to scores");
        return scaled;
    }
    Heads limited(const Heads& biased) {
        if (!has(Stage::Limited))
            return biased;
        return each(Stage::Limited, operation::limited, {biased},
                    SoftLimit{*document_.options.soft_limit});
    }
    /// Appends what is between the scale and the softmax: both biases, the limit and the mask.
    Heads shut(const Heads& scaled) {
        return each(Stage::Masked, operation::masked, {limited(biased(with_bias(scaled)))}, mask());
    }
    Heads weighted(const Heads& masked) {
        const Switches& switches = document_.switches;
        const Heads sinks = inputs(Stage::Sink);
        Heads made;
        for (std::size_t head = 0; head < masked.size(); ++head) {
            Normalising how{switches.normaliser, switches.axis, mask()};
            std::vector<std::size_t> read{masked[head]};
            if (!sinks.empty()) {
                how.sink_column = static_cast<Index>(head);
                read.push_back(sinks[0]);
            }
            made.push_back(add(Stage::Weights, head, operation::normalised, std::move(read), how));
        }
        return made;
    }
    /// Appends a layer: attention, a second one to the memory if there is one, and the MLP.
    std::size_t block(std::size_t x) {
        const Block& block = *document_.options.block;
        const bool is_after = block.is_normed_after();
        const auto before = [&](const char* name, std::size_t of) {
            return is_after ? of : norm(name, of);
        };
        const auto after = [&](const char* name, std::size_t of) {
            return is_after ? norm(name, of) : of;
        };
        const std::size_t attended = *attention(x, before("norm_1", x));
        std::size_t now =
            after("norm_1", block::residual(graph_, "after_attention", x, attended, layer_));
        if (has(Stage("after_cross"))) {
            const std::size_t read = before("norm_2", now);
            is_cross_ = true;
            const std::size_t found = *attention(now, read);
            is_cross_ = false;
            now = after("norm_2", block::residual(graph_, "after_cross", now, found, layer_));
        }
        if (has(Stage("mlp"))) {
            const char* const last = has(Stage("after_cross")) ? "norm_3" : "norm_2";
            const std::size_t mlp =
                block::mlp(graph_, before(last, now), mlp_weights(), activation(block.mlp), layer_);
            // If no norm follows, the last sum is the block.
            const char* const sum = has(Stage("after_mlp")) ? "after_mlp" : "block";
            now = block::residual(graph_, sum, now, mlp, layer_);
            now = after(last, now);
        }
        return graph_[now].sheet.stage == Stage("block")
                   ? now
                   : add(Stage("block"), 0, operation::copied, {now});
    }
    std::size_t norm(std::string_view name, std::size_t x) {
        const Block& block = *document_.options.block;
        if (!has(Stage(name)))
            return x;
        const char number = name.back();
        block::Gains gains{given(Stage(std::string("gamma_") + number), 0), {}};
        if (const Stage beta(std::string("beta_") + number); has(beta))
            gains.beta = given(beta, 0);
        return block::norm(graph_, name, x, gains, {kind_of(block.norm), block.epsilon}, layer_);
    }
    block::MlpWeights mlp_weights() {
        block::MlpWeights weights;
        weights.w_1 = given(Stage("W_1"), 0);
        weights.b_1 = given(Stage("b_1"), 0);
        if (has(Stage("W_gate")))
            weights.w_gate = given(Stage("W_gate"), 0);
        weights.w_2 = given(Stage("W_2"), 0);
        weights.b_2 = given(Stage("b_2"), 0);
        return weights;
    }
    /// Appends the loss. If only some heads are built, the first stands in for a missing one.
    void loss(const Loss& loss) {
        SheetId first = loss.of;
        first.head = 0;
        const std::size_t of = graph_.find(loss.of).value_or(*graph_.find(first));
        const Node target{{Stage::Target}, &operation::given, {}, {}, graph_[of].shape, {}};
        const auto& by =
            loss.kind == Loss::Kind::Squared ? operation::squared_error : operation::cross_entropy;
        add(Stage::Loss, 0, by, {of, graph_.add(target)});
    }
    /// A second attention sees the whole memory.
    Mask mask() const { return is_cross_ ? Mask{} : document_.switches.mask; }
    const Positions& positions() const { return document_.options.positions; }
    /// Appends the join and returns the attention, or what replaces it; empty if heads stay apart.
    std::optional<std::size_t> join(const Heads& outputs) {
        if (!has(Stage::Joined))
            return std::nullopt;
        const std::size_t joined = add(Stage::Joined, 0, operation::joined, outputs);
        if (!has(Stage::Attention))
            return joined;
        const Index width = graph_[joined].shape.columns, out = d_out(document_);
        // With only some heads, W_O has only their rows.
        const std::size_t w_o =
            graph_.add({named(Stage::WO, 0), &operation::given, {}, {}, {width, out}, {}});
        std::vector<std::size_t> read{joined, w_o};
        if (has(Stage::BO))
            read.push_back(given(Stage::BO, 0));
        return add(Stage::Attention, 0, operation::product, std::move(read));
    }
    std::size_t heads() const { return static_cast<std::size_t>(heads_); }

    const Document& document_;
    Index heads_;
    Index layer_ = 0;
    bool is_cross_ = false; // the layer's second attention is being built
    Graph graph_;
};

} // namespace

Graph attention_graph(const Document& document, Index heads) {
    return Building(document, heads).built();
}

// Which stages a document of attention has, depending on its options, and why it lacks the others:
// a table row for each stage that not every document has. Inputs of options are in the table of
// option_inputs.cpp.

namespace {

bool is_joined(const Document& document) {
    return document.join != Join::None;
}
bool has_mean_weights(const Document& document) {
    return document.options.has_mean_weights && is_joined(document);
}
bool has_w_o(const Document& document) {
    return document.join == Join::WO;
}
bool adds_positions(const Document& document) {
    return info(document.options.positions.kind).effect == PositionsInfo::Effect::AddsToWords;
}
bool is_rotary(const Document& document) {
    return info(document.options.positions.kind).effect == PositionsInfo::Effect::TurnsHeads;
}
bool adds_distances(const Document& document) {
    return info(document.options.positions.kind).effect == PositionsInfo::Effect::AddsToScores;
}
bool is_additive(const Document& document) {
    return document.options.score.kind == Score::Kind::Additive;
}
bool has_score_bias(const Document& document) {
    return document.options.has_score_bias;
}
bool is_limited(const Document& document) {
    return document.options.soft_limit.has_value();
}
bool has_qk_norm(const Document& document) {
    return document.options.has_qk_norm;
}
bool has_loss(const Document& document) {
    return document.options.loss.has_value();
}

/// Whether the document has a block for which `is_so` holds.
template <bool (*is_so)(const Block&)>
bool of_block(const Document& document) {
    return document.options.block && is_so(*document.options.block);
}
bool is_any(const Block&) {
    return true;
}
bool has_mlp(const Block& block) {
    return block.has_mlp();
}
bool has_gate(const Block& block) {
    return info(block.mlp).is_gated;
}
bool has_cross(const Block& block) {
    return block.has_cross;
}
bool has_words_out(const Block& block) {
    return block.has_words_out;
}
bool has_final_norm(const Block& block) {
    return block.has_words_out && block.has_final_norm && block.has_norm();
}
bool has_final_layer_norm(const Block& block) {
    return has_final_norm(block) && info(block.norm).centres;
}
bool is_after_mlp(const Block& block) {
    return has_mlp(block) && block.is_normed_after();
}
/// Norms are numbered in reading order: the attention's, a second attention's, the MLP's.
template <int number>
bool has_norm(const Block& block) {
    const int norms = 1 + (block.has_cross ? 1 : 0) + (has_mlp(block) ? 1 : 0);
    return block.has_norm() && number <= norms;
}
template <int number>
bool has_layer_norm(const Block& block) {
    return has_norm<number>(block) && info(block.norm).centres;
}

struct Row {
    Stage stage;
    bool (*is_there)(const Document&); // null: see the table of option inputs
    std::string_view lack = {};        // why it is missing; empty: the text for parts of a block
};

constexpr std::string_view no_projections = "it has no projections",
                           no_biases = "it has no biases there",
                           no_w_o = "its heads are not joined by W_O",
                           no_positions = "no positions are added to X",
                           not_rotary = "its positions are not rotary",
                           no_score_bias = "no bias is added to its scores",
                           no_distances = "no biases of distances are added to its scores",
                           not_additive = "its score is not the additive one",
                           no_qk_norm = "its queries and keys have no norm",
                           no_loss = "it has no loss, which compares a stage with a target";

constexpr Row rows[] = {
    {Stage::Memory, nullptr, "its keys come from the same words"},
    {Stage::P, adds_positions, no_positions},
    {Stage::Embedded, adds_positions, no_positions},
    {Stage::W_Q, nullptr, no_projections},
    {Stage::W_K, nullptr, no_projections},
    {Stage::W_V, nullptr, no_projections},
    {Stage::BQ, nullptr, no_biases},
    {Stage::BK, nullptr, no_biases},
    {Stage::BV, nullptr, no_biases},
    {Stage::WS, nullptr, "its score is not the general one"},
    {Stage::UQ, nullptr, not_additive},
    {Stage::UK, nullptr, not_additive},
    {Stage::Additive, nullptr, not_additive},
    {Stage::T, nullptr, no_distances},
    {Stage::Bias, nullptr, no_score_bias},
    {Stage::Sink, nullptr, "it has no sink"},
    {Stage::WO, nullptr, no_w_o},
    {Stage::BO, nullptr, no_biases},
    {Stage("gamma_Q"), nullptr, no_qk_norm},
    {Stage("gamma_K"), nullptr, no_qk_norm},
    {Stage("Q_normed.deviation"), has_qk_norm, no_qk_norm},
    {Stage("Q_normed.scaled"), has_qk_norm, no_qk_norm},
    {Stage("Q_normed"), has_qk_norm, no_qk_norm},
    {Stage("K_normed.deviation"), has_qk_norm, no_qk_norm},
    {Stage("K_normed.scaled"), has_qk_norm, no_qk_norm},
    {Stage("K_normed"), has_qk_norm, no_qk_norm},
    {Stage::QRotated, is_rotary, not_rotary},
    {Stage::KRotated, is_rotary, not_rotary},
    {Stage::QMapped, is_additive, not_additive},
    {Stage::KMapped, is_additive, not_additive},
    {Stage::WithBias, has_score_bias, no_score_bias},
    {Stage::Biased, adds_distances, no_distances},
    {Stage::Limited, is_limited, "it has no soft limit"},
    {Stage("mean_weights"), has_mean_weights, "the mean of its heads' weights is off"},
    {Stage::Joined, is_joined, "its heads stay apart"},
    {Stage::Attention, has_w_o, no_w_o},
    {Stage("norm_1.mean"), of_block<has_layer_norm<1>>},
    {Stage("norm_1.centred"), of_block<has_layer_norm<1>>},
    {Stage("norm_1.deviation"), of_block<has_norm<1>>},
    {Stage("norm_1.scaled"), of_block<has_norm<1>>},
    {Stage("norm_1"), of_block<has_norm<1>>},
    {Stage("after_attention"), of_block<is_any>},
    {Stage("norm_2.mean"), of_block<has_layer_norm<2>>},
    {Stage("norm_2.centred"), of_block<has_layer_norm<2>>},
    {Stage("norm_2.deviation"), of_block<has_norm<2>>},
    {Stage("norm_2.scaled"), of_block<has_norm<2>>},
    {Stage("norm_2"), of_block<has_norm<2>>},
    {Stage("after_cross"), of_block<has_cross>, "its block has no cross-attention"},
    {Stage("norm_3.mean"), of_block<has_layer_norm<3>>},
    {Stage("norm_3.centred"), of_block<has_layer_norm<3>>},
    {Stage("norm_3.deviation"), of_block<has_norm<3>>},
    {Stage("norm_3.scaled"), of_block<has_norm<3>>},
    {Stage("norm_3"), of_block<has_norm<3>>},
    {Stage("hidden"), of_block<has_mlp>},
    {Stage("gate"), of_block<has_gate>},
    {Stage("activated"), of_block<has_mlp>},
    {Stage("gated"), of_block<has_gate>},
    {Stage("mlp"), of_block<has_mlp>},
    {Stage("after_mlp"), of_block<is_after_mlp>},
    {Stage("block"), of_block<is_any>},
    {Stage("norm_f.mean"), of_block<has_final_layer_norm>},
    {Stage("norm_f.centred"), of_block<has_final_layer_norm>},
    {Stage("norm_f.deviation"), of_block<has_final_norm>},
    {Stage("norm_f.scaled"), of_block<has_final_norm>},
    {Stage("norm_f"), of_block<has_final_norm>},
    {Stage("E"), nullptr, "it reads no table of words and says no next word"},
    {Stage::U, nullptr, "its words out have no numbers of their own"},
    {Stage("logits"), of_block<has_words_out>},
    {Stage("probabilities"), of_block<has_words_out>},
    {Stage::Target, nullptr, no_loss},
    {Stage::Loss, has_loss, no_loss},
};

/// Finds the row by the stage's position, because callers loop over all stages.
const Row* find_row(Stage stage) {
    static const std::vector<const Row*> by_position = [] {
        std::vector<const Row*> list(stages().size(), nullptr);
        for (const Row& row : rows)
            list[position(row.stage)] = &row;
        return list;
    }();
    return by_position[position(stage)];
}

} // namespace

bool follows_from_given(const Document& document, Stage stage) {
    const auto has = [&](Stage read) { return has_attention_stage(document, read); };
    constexpr std::array none = {Stage::X,   Stage::Memory, Stage::W_Q, Stage::W_K,
                                 Stage::W_V, Stage::BQ,     Stage::BK,  Stage::BV,
                                 Stage::Q,   Stage::K,      Stage::V};
    if (std::find(none.begin(), none.end(), stage) != none.end())
        return false;
    constexpr std::array of_scores = {Stage::QMapped, Stage::KMapped, Stage::Scores,  Stage::WS,
                                      Stage::UQ,      Stage::UK,      Stage::Additive};
    if (std::find(of_scores.begin(), of_scores.end(), stage) != of_scores.end())
        return has(Stage::Q) && has(Stage::K);
    if (stage == Stage::Scaled)
        return has(Stage::Scores);
    if (stage == Stage::Bias || stage == Stage::WithBias || stage == Stage::Limited ||
        stage == Stage::Masked)
        return has(Stage::Scaled);
    if (stage == Stage::Weights || stage == Stage::Sink)
        return has(Stage::Masked);
    if (stage == Stage("mean_weights"))
        return has(Stage::Weights);
    if (stage == Stage::WeightedValues || stage == Stage::Output)
        return has(Stage::Weights) && has(Stage::V);
    if (stage == Stage::Joined || stage == Stage::Attention)
        return has(Stage::Output);
    if (stage == Stage::Loss && document.options.loss)
        return has(document.options.loss->of.stage);
    return true; // an input of an option, whose stage is asked for
}

bool has_attention_stage(const Document& document, Stage stage) {
    if (!has_x(document)) {
        if (may_begin_without_x(stage) && document.of_options.contains(key_of({stage})))
            return true;
        if (!follows_from_given(document, stage))
            return false;
    }
    if (const Row* const row = find_row(stage); row && row->is_there)
        return row->is_there(document);
    const OptionInput* const input = find_option_input(stage);
    return !input || input->is_asked(document);
}

std::string lack_of_attention(const Document& document, Stage stage) {
    if (!has_x(document) && !follows_from_given(document, stage))
        return "the document has no X, and gives no numbers that it could be made from";
    if (const Row* const row = find_row(stage); row && !row->lack.empty())
        return std::string(row->lack);
    return document.options.block ? "its block has no such part" : "it has no block";
}

} // namespace attn::models
