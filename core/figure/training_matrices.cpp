// SPDX-License-Identifier: MIT
#include "core/figure/training_matrices.h"

#include "core/document/model.h"
#include "core/document/sheet.h"
#include "core/document/training.h"
#include "core/figure/changes.h"
#include "core/figure/number_form.h"

#include <algorithm>

namespace attn::figure {
namespace {

const SheetLook* look_in(const Contents* of) {
    return of ? &of->sheets.front() : nullptr;
}

} // namespace

SheetId compared_sheet(const Document& document, const View& view) {
    if (has_stage(document, Stage::Loss))
        return document.options.loss->of;
    return {Stage::Weights, view.head};
}

TrainingSeen comparable(const Document& document, TrainingSeen training) {
    if (training.start && !have_same_places(training.start->document, document))
        training.start = nullptr;
    return training;
}

TrainingMatrices::TrainingMatrices(const Document& document, const Trace& trace, const View& view,
                                   const TrainingSeen& training, KeptLooks* kept)
    : view_(view) {
    const SheetId compared = compared_sheet(document, view);
    now_ = &add(document, trace, compared);
    words_ = now_->words();
    if (has_stage(document, Stage::Loss)) {
        if (training.start && exists(training.start->document, compared))
            start_ = &add(training.start->document, training.start->trace, compared);
        else if (!training.has_no_start)
            start_ = &add(document, trace, compared);
        target_ = &add(document, trace, {Stage::Target});
        const std::vector<SheetId> all = sheets(document);
        const std::vector<bool> answered = answered_by_loss(document, all);
        std::vector<std::size_t> places; // where the matrices that learn stand in `all`
        for (std::size_t at = 0; at < all.size(); ++at)
            if (answered[at] && std::find(training.learned.begin(), training.learned.end(),
                                          all[at]) != training.learned.end()) {
                // The side says so for matrices the loss does not depend on.
                learned_.push_back(&add(document, trace, all[at]));
                places.push_back(at);
            }
        for (const SheetId& sheet : training.learned)
            for (std::size_t at = 0; at < places.size(); ++at)
                if (all[places[at]] == sheet)
                    first_.push_back(at);
    }
    if (training.start) {
        for (Contents* const one : {now_, target_})
            if (one)
                compare_with(*one, *training.start);
        for (Contents* const one : learned_)
            compare_with(*one, *training.start);
    }
    set_ranges(kept);
}

TrainingLooks TrainingMatrices::looks() const {
    TrainingLooks looks{look_in(start_), look_in(now_), look_in(target_), {}, first_, words_};
    for (const Contents* const one : learned_)
        looks.learned.push_back(look_in(one));
    return looks;
}

Contents& TrainingMatrices::add(const Document& document, const Trace& trace,
                                const SheetId& sheet) {
    all_.push_back(std::make_unique<Contents>(contents(document, trace, view_, sheet)));
    SheetLook& look = all_.back()->sheets.front();
    look.numbers = view_.numbers; // Sizes must not depend on the numbers.
    look.has_row_sums = look.has_column_sums = false;
    reserve_characters(look);
    return *all_.back();
}

/// One range for what is compared and one for what learns, so that colours can be compared as well.
void TrainingMatrices::set_ranges(KeptLooks* kept) {
    NumberRange compared, learned;
    for (const Contents* const one : {start_, now_, target_})
        if (one)
            compared.join(look_in(one)->range);
    for (const Contents* const one : learned_)
        learned.join(look_in(one)->range);
    if (kept) {
        compared = kept->held("training, compared", compared);
        learned = kept->held("training, learned", learned);
    }
    const Family family = look_in(now_)->family;
    for (Contents* const one : {start_, now_, target_})
        if (one) {
            one->sheets.front().family = family;
            set_scale(one->sheets.front(), compared, view_);
        }
    for (Contents* const one : learned_)
        set_scale(one->sheets.front(), learned, view_);
}

} // namespace attn::figure
