// SPDX-License-Identifier: MIT
// A form that asks for the values of computed numbers: their targets, which inputs may move, and
// what was found.
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

/// Where the keyboard is, in the order of Tab.
enum class SeekingField { Target, Pattern, Inputs, Cells, Range, Least };

struct Seeking {
    std::vector<attn::Place> places; // of one matrix, line by line as it is written; at least one
    std::vector<attn::Real> now;     // these numbers as they are
    LineEdit target;                 // one number for all of them, or one for each; "–" is none
    GoalPattern pattern;             // that is painted, where one can be
    FreedomChoice freedom;           // what may move
    SeekingField field = SeekingField::Target;
    std::string fault;
    std::vector<attn::Goal> goals;        // what was asked for, once the search has begun
    std::shared_ptr<Seeker> seeker;       // while it runs
    std::optional<attn::Document> nearer; // the nearest it came so far
    std::optional<attn::Sought> found;    // not accepted yet
};

} // namespace app
