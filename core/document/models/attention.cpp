// SPDX-License-Identifier: MIT
// Scaled dot-product attention with any number of heads: output = softmax(Q Kᵀ / √d_k) V, and
// attention = [output/0, output/1, …] W_O.
// Vaswani et al. 2017, "Attention Is All You Need", sections 3.2.1 and 3.2.2.
#include "core/document/model.h"
#include "core/engine/operation.h"

#include <algorithm>
#include <cassert>

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

} // namespace

Graph attention(const Document& document, Index heads) {
    return Building(document, heads).built();
}

bool attention_has(const Document& document, Stage stage) {
    if (is_weight(stage))
        return document.projections == Projections::Learned;
    if (stage == Stage::Joined)
        return document.join != Join::None;
    return (stage != Stage::WO && stage != Stage::Attention) || document.join == Join::WO;
}

} // namespace attn::models
