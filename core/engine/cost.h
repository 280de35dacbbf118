// SPDX-License-Identifier: MIT
// About how much work a pass is, before it is begun.
#pragma once

#include "core/engine/attention.h"

namespace attn {

/// What a cell costs beyond its products where the tokens × tokens matrices are made one after
/// another, on one core, with exponentials that have the same digits everywhere.
constexpr Real held_cell_cost = 2000;

/// About how many multiplications a whole pass takes: products counted, an exponential as sixteen.
/// `is_held`: every tokens × tokens matrix is made, cell by cell and on one core.
Real pass_cost(const HeadInputs& inputs, bool is_held);

/// The same of attend_again. What it finds only on its way, that more must be made again than the
/// change itself, is not in it.
Real change_cost(const HeadInputs& before, const HeadInputs& after, const InputChanges& changes,
                 const HeadTrace& trace);

} // namespace attn
