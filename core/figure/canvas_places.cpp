// SPDX-License-Identifier: MIT
#include "core/figure/canvas_places.h"

#include "core/document/model.h"
#include "core/document/option_inputs.h"
#include "core/document/sheet.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace attn::figure {
namespace {

constexpr bool above = true, below = false;

/// Puts stages side by side in the two lanes.
class Placing {
public:
    explicit Placing(const Document& document) : document_(document) {}

    std::vector<CanvasPlace> places() && {
        // The legend stands above X.
        column(none, {Stage::X, below, 0});
        column(Stage::P, {Stage::Embedded, below, 0, false, false});
        factor(Stage::Memory);
        const bool is_before =
            document_.options.block && document_.options.block->place == Block::Place::Before;
        if (is_before)
            norm("1");
        column(Stage::W_Q, {Stage::Q, below, 0, false, false});
        factor(Stage::BQ);
        result(Stage::QRotated);
        column(Stage::UQ, {Stage::QMapped, below, 0, false, false});
        scores();
        column(Stage::V, {Stage::Output, below, 0, false, false});
        result(Stage::Joined);
        column(Stage::WO, {Stage::Attention, below, 0, false, false});
        factor(Stage::BO);
        if (document_.options.block)
            block(is_before);
        std::stable_sort(list_.begin(), list_.end(), [](const auto& a, const auto& b) {
            return a.column != b.column ? a.column < b.column : a.is_above && !b.is_above;
        });
        return std::move(list_);
    }

private:
    static constexpr Stage none{""};

    bool has(Stage stage) const { return stage != none && has_stage(document_, stage); }
    /// A column with a stage above, below, or both; none where the document has neither.
    void column(Stage upper, CanvasPlace lower) {
        const bool has_lower = has(lower.stage) || lower.like;
        if (!has(upper) && !has_lower)
            return;
        if (has(upper))
            list_.push_back({upper, above, next_});
        if (has_lower) {
            lower.column = next_;
            list_.push_back(lower);
        }
        ++next_;
    }
    void factor(Stage stage) { column(stage, {none, below, 0}); }
    void result(Stage stage) { column(none, {stage, below, 0, false, false}); }
    void result(std::string_view stage) { result(Stage(stage)); }
    void product(std::string_view upper, std::string_view lower) {
        column(Stage(upper), {Stage(lower), below, 0, false, false});
    }

    /// Keys over the scores; then what follows from these below, what keys and values are made from
    /// above.
    void scores() {
        const Stage keys = keys_of_scores(document_);
        list_.push_back({keys, above, next_, true});
        list_.push_back({Stage::Scores, below, next_++, false, true, true});
        std::vector<CanvasPlace> upper, lower;
        const auto put = [&](std::vector<CanvasPlace>& lane, CanvasPlace place) {
            if (has(place.stage) || place.like)
                lane.push_back(place);
        };
        if (keys != Stage::K)
            put(upper, {Stage::K, above, 0});
        for (const Stage stage : {Stage::UK, Stage::Additive, Stage::WS, Stage::T, Stage::W_K,
                                  Stage::BK, Stage::Sink, Stage::W_V, Stage::BV})
            put(upper, {stage, above, 0});
        const bool is_masked = !repeats_previous(document_, Stage::Masked);
        put(lower, {Stage::Biased, below, 0, false, false});
        if (has(Stage::Limited)) {
            if (!repeats_previous(document_, Stage::Scaled))
                put(lower, {Stage::Scaled, below, 0, false, false});
            put(lower, {Stage::Limited, below, 0, false, false});
            if (is_masked)
                put(lower, {Stage::Masked, below, 0, false, false});
        } else {
            put(lower, {is_masked ? Stage::Masked : Stage::Scaled, below, 0, false, false, false,
                        Stage::Scores, "Scaled + mask"});
        }
        put(lower, {Stage::Weights, below, 0, false, true, true});
        for (std::vector<CanvasPlace>* const lane : {&upper, &lower}) {
            // The weights stand left of the output, the values above it.
            const std::size_t last = next_ + std::max(upper.size(), lower.size());
            for (std::size_t at = 0; at < lane->size(); ++at) {
                const bool is_weights = (*lane)[at].stage == Stage::Weights;
                (*lane)[at].column = is_weights ? last - 1 : next_ + at;
                list_.push_back((*lane)[at]);
            }
        }
        next_ += std::max(upper.size(), lower.size());
    }

    void norm(const std::string& number) {
        product("gamma_" + number, "norm_" + number);
        factor(Stage("beta_" + number));
    }
    void block(bool is_before) {
        result("after_attention");
        norm(is_before ? "2" : "1");
        product("W_1", "hidden");
        factor(Stage("b_1"));
        product("W_gate", "gate");
        result("activated");
        result("gated");
        product("W_2", "mlp");
        factor(Stage("b_2"));
        result("after_mlp");
        if (!is_before)
            norm("2");
        result("block");
        if (has(Stage("E")))
            list_.push_back({Stage("E"), above, next_, true});
        result("logits");
        result("probabilities");
    }

    const Document& document_;
    std::vector<CanvasPlace> list_;
    std::size_t next_ = 0;
};

} // namespace

std::vector<CanvasPlace> canvas_places(const Document& document) {
    return Placing(document).places();
}

bool has_plain_places(const Document& document) {
    const AttentionOptions& options = document.options;
    return has_stage(document, Stage::Weights) && !options.has_biases && !options.has_memory &&
           !options.has_sink && !options.soft_limit && !options.block &&
           options.positions.kind == Positions::Kind::None &&
           options.score.kind != Score::Kind::General &&
           options.score.kind != Score::Kind::Additive;
}

bool reads(const Graph& stages, Stage reader, Stage read) {
    const auto at = stages.find({reader}), of = stages.find({read});
    if (!at || !of)
        return false;
    const std::vector<std::size_t>& inputs = stages[*at].inputs;
    return std::find(inputs.begin(), inputs.end(), *of) != inputs.end();
}

Stage source_of_queries(const Document& document) {
    const auto& block = document.options.block;
    if (block && block->place == Block::Place::Before && block->norm != Block::Norm::None)
        return Stage("norm_1");
    return has_stage(document, Stage::Embedded) ? Stage::Embedded : Stage::X;
}

Stage source_of_keys(const Document& document) {
    return document.options.has_memory ? Stage::Memory : source_of_queries(document);
}

Stage queries_of_scores(const Document& document) {
    if (has_stage(document, Stage::QMapped))
        return Stage::QMapped;
    return has_stage(document, Stage::QRotated) ? Stage::QRotated : Stage::Q;
}

Stage keys_of_scores(const Document& document) {
    if (has_stage(document, Stage::KMapped))
        return Stage::KMapped;
    return has_stage(document, Stage::KRotated) ? Stage::KRotated : Stage::K;
}

} // namespace attn::figure
