// SPDX-License-Identifier: MIT
// Decides how a pass gets from one state of its inputs to the next. Used both to compute and to
// estimate the time.
#pragma once

#include "core/engine/pass/attention.h"

#include <vector>

namespace attn {

struct Plan {
    enum class Way {
        Keep,        // nothing changed
        Whole,       // everything is computed
        Words,       // the lines of a few words, and their share in every other word's
        InsertWord,  // the same for an inserted word
        RemoveWord,  // the same for a removed word
        MaskRows,    // the rows of a painted mask
        ValueColumn, // one column of V and of the output
        Rows         // every row of scores and everything after, from projections that may change
    };
    Way way = Way::Whole;
    InputChanges changes;
    bool is_scale_changed = false, is_mask_changed = false;
    std::vector<Index> mask_rows; // used by MaskRows
    /// Whether the products of queries and keys are kept and the change is added to them.
    bool keeps_products = false;
};

/// Chooses a plan. `trace`: the pass over the inputs before. If a plan turns out to be insufficient
/// while it runs, otherwise() gives the next one.
Plan plan_of(const HeadInputs& before, const HeadInputs& after, const InputChanges& changes,
             const HeadTrace& trace);
Plan otherwise(Plan plan);

/// Returns what differs afterwards, if the plan was carried out.
HeadChanges changes_by(const Plan& plan);

// Estimates the work of a pass before it starts.

/// The extra cost of a cell, beyond its products, when the tokens × tokens matrices are computed
/// one after another, on one core, with exponentials that have the same digits everywhere.
constexpr Real held_cell_cost = 2000;

/// Estimates the multiplications of a whole pass: products are counted, an exponential counts as
/// sixteen. `is_held`: every tokens × tokens matrix is computed cell by cell on one core.
Real pass_cost(const HeadInputs& inputs, bool is_held);

/// Estimates the same for attend_again. Does not include rows that attend_again finds stale only
/// while it runs.
Real change_cost(const HeadInputs& before, const HeadInputs& after, const InputChanges& changes,
                 const HeadTrace& trace);

} // namespace attn
