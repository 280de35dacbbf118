// SPDX-License-Identifier: MIT
#include "core/figure/canvas/canvas_places.h"

#include "core/document/model/model.h"
#include "core/document/model/option_inputs.h"
#include "core/document/model/sheet.h"
#include "core/document/model/table.h"

#include <algorithm>
#include <string>
#include <utility>

namespace attn::figure {
namespace {

/// The width of a pair of lanes, and the width that the gap and labels of a column take, both in
/// cells.
constexpr float widest_pair = 60, width_of_gap = 1.6F;

/// Puts stages side by side into two lanes, column by column.
class StagePlacing {
public:
    explicit StagePlacing(const Document& document) : document_(document) {}

    std::vector<CanvasPlace> made() && {
        words();
        queries();
        scores();
        join();
        if (document_.options.block)
            block();
        loss();
        if (!is_plain(document_))
            break_lanes();
        if (has(Stage::T)) // As wide as there are buckets: it has a lane of its own.
            list_.push_back({Stage::T, false, 0, false, false, false, {}, {}, pairs()});
        return std::move(list_);
    }

private:
    bool has(Stage stage) const { return has_stage(document_, stage); }
    bool has_block(Block::Place place) const {
        return document_.options.block && document_.options.block->place == place;
    }
    std::size_t pairs() const { return list_.back().pair + 1; }

    void next() { ++column_; }
    /// The next column may be the first of the lanes below.
    void next_or_below() {
        next();
        breaks_.push_back(column_);
    }
    void put(CanvasPlace place) {
        if (!has(place.stage) && !place.like)
            return;
        place.column = column_;
        list_.push_back(place);
    }
    void above(Stage stage) { put({stage, true}); }
    /// Places a stage without row names: it is read row by row with the matrix left of it.
    void below(Stage stage) { put({stage, false, 0, false, false}); }
    void named_below(Stage stage, bool gives_labels = false) {
        put({stage, false, 0, false, true, gives_labels});
    }
    bool is_free_above() const {
        return std::none_of(list_.begin(), list_.end(), [&](const CanvasPlace& one) {
            return one.column == column_ && one.is_above;
        });
    }

    /// Places a stage below its host, in the host's columns; beside it if words are columns.
    void under(Stage stage, Stage host) { attach(stage, host, true); }
    void beside(Stage stage, Stage host) { attach(stage, host, false); }
    void attach(Stage stage, Stage host, bool is_under) {
        const auto found = std::find_if(list_.begin(), list_.end(),
                                        [&](const CanvasPlace& one) { return one.stage == host; });
        if (!has(stage) || found == list_.end())
            return;
        CanvasPlace place = *found;
        place.stage = stage;
        place.host = host;
        place.is_labelled = place.gives_labels = false;
        place.is_under = is_under == (document_.convention == Convention::TokensAsRows);
        list_.push_back(place);
    }

    /// Places X below its table or the memory, then what is added to X, and its norm. The legend is
    /// above X if nothing else is.
    void words() {
        named_below(Stage::X);
        if (document_.options.has_table) {
            put({Stage("E"), true, 0, false, true});
            if (has(Stage::Memory))
                next();
        }
        above(Stage::Memory);
        if (has(Stage::P)) {
            next();
            put({Stage::P, true, 0, false, true, true});
            below(Stage::Embedded);
        }
        if (has_block(Block::Place::Before))
            norm("norm_1");
    }

    /// Places a norm, beginning above its input: mean and deviation are right of what they are
    /// taken from, γ and β below what they change.
    void norm(const std::string& name) {
        const Stage centred(name + ".centred"), scaled(name + ".scaled");
        if (!has(Stage(name)))
            return;
        if (!is_free_above())
            next();
        if (has(centred)) {
            put({centred, true, 0, false, false});
            beside(Stage(name + ".mean"), centred);
            next();
        }
        put({scaled, true, 0, false, false});
        if (!has(centred))
            next();
        beside(Stage(name + ".deviation"), scaled);
        under(Stage("gamma_" + name.substr(5)), scaled);
        under(Stage("beta_" + name.substr(5)), scaled);
        below(Stage(name));
    }

    void queries() {
        next();
        above(Stage::W_Q);
        under(Stage::BQ, Stage::W_Q);
        below(Stage::Q);
        if (const Stage scaled("Q_normed.scaled"); has(scaled)) {
            next();
            put({scaled, true, 0, false, false});
            beside(Stage("Q_normed.deviation"), scaled);
            under(Stage("gamma_Q"), scaled);
            below(Stage("Q_normed"));
        }
        if (has(Stage::QRotated)) {
            next();
            below(Stage::QRotated);
        }
        if (has(Stage::UQ)) {
            next();
            above(Stage::UQ);
            below(Stage::QMapped);
        }
        if (has(Stage::WS)) { // On the way from the queries to the scores.
            next();
            above(Stage::WS);
        }
        next();
    }

    /// Places the keys over the scores, made from right to left; below them the stages from scores
    /// to weights, which are left of the output.
    void scores() {
        const std::size_t first = column_;
        std::vector<CanvasPlace> upper, lower;
        const auto keys = [&](Stage stage) {
            if (has(stage))
                upper.push_back({stage, true, 0, true});
        };
        const auto factor = [&](Stage stage) {
            if (has(stage))
                upper.push_back({stage, true});
        };
        keys(Stage::KMapped);
        factor(Stage::UK);
        keys(Stage::KRotated);
        keys(Stage("K_normed"));
        keys(Stage("K_normed.scaled"));
        keys(Stage::K);
        factor(Stage::W_K);
        factor(Stage::Bias);
        factor(Stage::W_V);

        const bool is_masked = !repeats_previous(document_, Stage::Masked);
        lower.push_back({Stage::Scores, false, 0, false, true, true});
        lower.push_back(
            {Stage::Scaled, false, 0, false, false, false, Stage::Scores, "Scaled + mask"});
        if (has(Stage::WithBias))
            lower.push_back(
                {Stage::WithBias, false, 0, false, false, false, {}, "With bias + mask"});
        if (has(Stage::Biased))
            lower.push_back({Stage::Biased, false, 0, false, false, false, {}, "Biased + mask"});
        if (has(Stage::Limited))
            lower.push_back({Stage::Limited, false, 0, false, false, false, {}, "Limited + mask"});
        if (is_masked)
            lower.back().stage = Stage::Masked; // The mask closes cells of the last stage.
        lower.push_back({Stage::Weights, false, 0, false, true, true});

        // Both lanes end left of the output; the shorter one leaves places empty between its
        // stages.
        const std::size_t count = std::max(upper.size(), lower.size());
        for (std::size_t at = 0; at < count; ++at) {
            column_ = first + at;
            if (at < upper.size())
                put(upper[at]);
            for (std::size_t which = 0; which < lower.size(); ++which)
                if (which * (count - 1) / (lower.size() - 1) == at)
                    put(lower[which]);
        }
        const std::size_t output = first + count;
        column_ = output;
        above(Stage::V);
        below(Stage::Output);
        under(Stage::BK, Stage::W_K);
        under(Stage::BV, Stage::W_V);
        beside(Stage::Additive, Stage::KMapped);
        under(Stage("K_normed.deviation"), Stage("K_normed.scaled")); // which stand turned
        beside(Stage("gamma_K"), Stage("K_normed.scaled"));
        under(Stage::Sink, Stage::Weights);
    }

    void join() {
        if (!has(Stage::Joined))
            return;
        next_or_below();
        if (has(Stage("mean_weights")))
            put({Stage("mean_weights"), true, 0, false, true, true});
        below(Stage::Joined);
        if (!has(Stage::WO))
            return;
        next();
        above(Stage::WO);
        under(Stage::BO, Stage::WO);
        below(Stage::Attention);
    }

    void block() {
        next_or_below();
        named_below(Stage("after_attention"));
        norm(has_block(Block::Place::Before) ? "norm_2" : "norm_1");
        if (has(Stage("hidden")))
            mlp();
        next_or_below();
        if (has(Stage("after_mlp"))) {
            named_below(Stage("after_mlp"));
            norm("norm_2");
            next();
        }
        named_below(Stage("block"), true);
        if (!has(Stage("logits")))
            return;
        norm("norm_f");
        next();
        // A tied table stands above X, which is looked up in it.
        if (const Stage table = table_of_logits(document_);
            table == Stage::U || !document_.options.has_table)
            put({table, true, 0, true});
        below(Stage("logits"));
        next();
        below(Stage("probabilities"));
    }
    /// Places the target with its own row names, because its rows may have the role of any stage;
    /// then places the loss.
    void loss() {
        if (!has(Stage::Target))
            return;
        next_or_below();
        named_below(Stage::Target);
        next();
        named_below(Stage::Loss);
    }
    void mlp() {
        next();
        above(Stage("W_1"));
        under(Stage("b_1"), Stage("W_1"));
        below(Stage("hidden"));
        if (has(Stage("gate"))) {
            next();
            above(Stage("W_gate"));
            below(Stage("gate"));
        }
        next_or_below();
        named_below(Stage("activated"), true);
        if (has(Stage("gated"))) {
            next();
            below(Stage("gated"));
        }
        next();
        above(Stage("W_2"));
        under(Stage("b_2"), Stage("W_2"));
        below(Stage("mlp"));
    }

    /// The width of a title in cells, estimated from its letters and its shape.
    static float title_width(Stage stage) {
        constexpr float width_of_letter = 0.3F, shape = 6;
        return width_of_letter * (static_cast<float>(info(stage).heading().size()) + shape);
    }
    float width_of(std::size_t column) const {
        float widest = 0, beside = 0;
        for (const CanvasPlace& one : list_) {
            if (one.column != column || !has(one.stage))
                continue;
            const attn::Shape shape = shape_of(document_, {one.stage});
            const bool is_transposed =
                (document_.convention == Convention::TokensAsColumns) != one.is_turned;
            const Index columns = is_transposed ? shape.rows : shape.columns;
            if (one.host && !one.is_under)
                beside += static_cast<float>(columns);
            else
                widest = std::max({widest, static_cast<float>(columns), title_width(one.stage)});
        }
        return widest + beside + width_of_gap;
    }
    float width_of(std::size_t from, std::size_t to) const {
        float sum = 0;
        for (std::size_t column = from; column < to; ++column)
            sum += width_of(column);
        return sum;
    }

    /// Moves columns that do not fit in a pair of lanes to the next pair.
    void break_lanes() {
        std::vector<std::size_t> firsts{0}; // columns of the pairs
        for (std::size_t at = 0; at < breaks_.size(); ++at) {
            const std::size_t end = at + 1 < breaks_.size() ? breaks_[at + 1] : column_ + 1;
            if (width_of(firsts.back(), end) > widest_pair)
                firsts.push_back(breaks_[at]);
        }
        for (CanvasPlace& one : list_) {
            const auto after = std::upper_bound(firsts.begin(), firsts.end(), one.column);
            one.pair = static_cast<std::size_t>(after - firsts.begin()) - 1;
            one.column -= firsts[one.pair];
        }
        // The rows of a pair have their names at its left.
        for (CanvasPlace& one : list_)
            if (one.pair > 0 && one.column == 0 && !one.is_above && !one.host) {
                one.is_labelled = true;
                one.gives_labels = false;
            }
        std::stable_sort(list_.begin(), list_.end(),
                         [](const auto& a, const auto& b) { return a.pair < b.pair; });
    }

    const Document& document_;
    std::vector<CanvasPlace> list_;
    std::vector<std::size_t> breaks_;
    std::size_t column_ = 0;
};

} // namespace

std::vector<CanvasPlace> canvas_places(const Document& document) {
    return StagePlacing(document).made();
}

Stage source_of_keys(const Document& document) {
    if (document.options.has_memory)
        return Stage::Memory;
    if (const auto& block = document.options.block; block && block->is_normed_before())
        return Stage("norm_1");
    return has_stage(document, Stage::Embedded) ? Stage::Embedded : Stage::X;
}

Stage keys_of_scores(const Document& document) {
    for (const Stage stage : {Stage::KMapped, Stage::KRotated, Stage("K_normed")})
        if (has_stage(document, stage))
            return stage;
    return Stage::K;
}

Stage before_mask(const Document& document) {
    return shown_place(document, {{stage_before(document, {Stage::Masked})}, 0, 0}).sheet.stage;
}

Place on_canvas(const Document& document, Place place) {
    place = shown_place(document, place);
    if (!has_stage(document, Stage::Masked) || repeats_previous(document, Stage::Masked))
        return place;
    const Stage before = before_mask(document);
    if (place.sheet.stage == before && before != Stage::Scores)
        place.sheet.stage = Stage::Masked;
    return place;
}

} // namespace attn::figure
