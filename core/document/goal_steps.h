// SPDX-License-Identifier: MIT
// Ways to goals that cost little where many numbers move for few goals: each step solves a system
// as large as there are goals.
#pragma once

#include "core/document/goal_function.h"

#include <vector>

namespace attn {

/// From these numbers to such as bring the goals about, or as near as damped Gauss-Newton steps
/// come (Levenberg 1944, Marquardt 1963). Weights go by their log-odds, so that they come back
/// from nearly 0 or 1. Steps stay within the limits.
std::vector<Real> steps_to_goals(GoalFunction& function, std::vector<Real> numbers);

/// From numbers that bring the goals about to those that do and have moved least nearby: again and
/// again the point nearest to the start at which the goals hold where they are taken as linear
/// (Nocedal and Wright 2006, section 18.1).
std::vector<Real> moved_least(GoalFunction& function, std::vector<Real> numbers);

} // namespace attn
