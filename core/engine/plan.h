// SPDX-License-Identifier: MIT
// How a pass is brought from one state of its inputs to the next: decided once, for those who
// compute it and for those who say beforehand how long that takes.
#pragma once

#include "core/engine/attention.h"

#include <vector>

namespace attn {

struct Plan {
    enum class Way {
        Keep,        // nothing changed
        Whole,       // everything is computed
        Words,       // the lines of a few words, and their share in every other word's
        InsertWord,  // the same of a word that came
        RemoveWord,  // or that went
        MaskRows,    // the rows of a painted mask
        ValueColumn, // a column of V and of the output
        Rows         // every row of scores and all that follows, from projections that may change
    };
    Way way = Way::Whole;
    InputChanges changes;
    bool is_scale_changed = false, is_mask_changed = false;
    std::vector<Index> mask_rows; // of MaskRows
    /// Whether the products of queries and keys are kept, and what changed is added to them.
    bool keeps_products = false;
};

/// `trace`: the pass of the inputs before. A plan may turn out not to be enough on its way; then
/// otherwise() is the next one.
Plan plan_of(const HeadInputs& before, const HeadInputs& after, const InputChanges& changes,
             const HeadTrace& trace);
Plan otherwise(Plan plan);

/// What is different afterwards, where it went by the plan.
HeadChanges changes_by(const Plan& plan);

} // namespace attn
