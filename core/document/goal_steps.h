// SPDX-License-Identifier: MIT
// Cheap ways to reach goals if many numbers move for few goals: each step solves a system as large
// as the number of goals.
#pragma once

#include "core/document/goal_function.h"

#include <vector>

namespace attn {

/// Moves from these numbers to ones that reach the goals, or as near as damped Gauss-Newton steps
/// get (Levenberg 1944, Marquardt 1963). Measures weights by their log-odds, so that they recover
/// from values near 0 or 1. Stays within the limits.
std::vector<Real> steps_to_goals(GoalFunction& function, std::vector<Real> numbers);

/// Moves from numbers that reach the goals to nearby ones that also do and have moved least:
/// repeatedly takes the point nearest to the start at which the linearised goals hold (Nocedal and
/// Wright 2006, section 18.1).
std::vector<Real> moved_least(GoalFunction& function, std::vector<Real> numbers);

} // namespace attn
