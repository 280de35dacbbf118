// SPDX-License-Identifier: MIT
// The form that asks for values of computed numbers: their targets, which inputs may move, and what
// was found.
#pragma once

#include "app/input/line_edit.h"
#include "app/learning/freedom_choice.h"
#include "app/learning/goal_pattern.h"
#include "app/learning/seeker.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace app {

/// The field that has the keyboard, in the order of Tab.
enum class SeekingField { Target, Pattern, Inputs, Cells, Range, Least };

struct Seeking {
    std::vector<attn::Place> places; // in one matrix, in the order of the screen; at least one
    std::vector<attn::Real> now;     // the current values of these numbers
    LineEdit target;       // one number for all places, or one for each; "–" for no goal
    GoalPattern pattern;   // if one can be painted
    FreedomChoice freedom; // what may move
    SeekingField field = SeekingField::Target;
    std::string fault;
    std::vector<attn::Goal> goals;        // the goals of the search that was started
    std::shared_ptr<Seeker> seeker;       // while it runs
    std::optional<attn::Document> nearer; // the best state so far
    std::optional<attn::Sought> found;    // the result, not accepted yet
};

} // namespace app
