// SPDX-License-Identifier: MIT
#include "core/figure/kept_looks.h"

#include "core/figure/stage_extremes.h"
#include "core/figure/word.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace attn::figure {

void KeptLooks::follow(const Document& document, const Trace& trace, Index head,
                       std::uint64_t evaluation) {
    if (tokens_ != document.tokens) {
        tokens_ = document.tokens;
        words_.clear();
        for (const std::string& token : tokens_)
            words_.push_back(visible_word(token));
    }
    if (head == head_ && evaluation == evaluation_)
        return;
    ranges_.clear();
    pictures_.clear();
    const bool is_next = head == head_ && evaluation == evaluation_ + 1 && is_followed_;
    head_ = head;
    evaluation_ = evaluation;
    const auto at = static_cast<std::size_t>(head);
    is_followed_ = at < trace.heads.size() && trace.heads[at].large.is_used();
    if (!is_followed_)
        return;
    const HeadTrace& made = trace.heads[at];
    all_.follow(made, false, is_next);
    const bool was_masked = std::exchange(is_masked_, made.large.mask.kind != Mask::Kind::None);
    if (is_masked_)
        open_.follow(made, true, is_next && was_masked);
}

NumberRange range_of(const Cells& cells, const KeptLooks& kept) {
    const HeadTrace& trace = *cells.derived_from();
    const Stage stage = cells.stage();
    const Extremes& extremes = kept.extremes(stage == Stage::Masked || stage == Stage::Weights);
    const StageExtremes of_stage(trace, stage);
    struct Found {
        float value = 0;
        Index query = -1, run = 0;
    } low, high;
    for (Index query = 0; query < extremes.queries(); ++query) {
        if (extremes.least(query) > extremes.most(query))
            continue;
        const float lowest = of_stage.compared(query, extremes.least(query));
        const float highest = of_stage.compared(query, extremes.most(query));
        if (low.query < 0 || lowest < low.value)
            low = {lowest, query, 0};
        if (high.query < 0 || highest > high.value)
            high = {highest, query, 0};
    }
    if (low.query >= 0) {
        while (extremes.low(low.query)[low.run] != extremes.least(low.query))
            ++low.run;
        while (extremes.high(high.query)[high.run] != extremes.most(high.query))
            ++high.run;
    }
    NumberRange range;
    if (low.query < 0)
        return range;
    range.has_any = true;
    range.low = INFINITY;
    range.high = -INFINITY;
    for (const Found& found : {low, high})
        for (Index key = extremes.first_key(found.run); key < extremes.first_key(found.run + 1);
             ++key) {
            const Real value = cells(found.query, key);
            if (!std::isfinite(value))
                continue;
            range.low = std::min(range.low, value);
            range.high = std::max(range.high, value);
        }
    const bool has_zeros = stage == Stage::Weights && trace.large.mask.kind != Mask::Kind::None;
    if (has_zeros)
        range.low = std::min(range.low, 0.0);
    return range;
}

} // namespace attn::figure
