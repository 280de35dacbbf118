// SPDX-License-Identifier: MIT
// Estimates the work of a pass before it starts.
#pragma once

#include "core/engine/attention.h"

namespace attn {

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
