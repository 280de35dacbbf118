// SPDX-License-Identifier: MIT
// A form that asks for the values of computed numbers: their targets, which inputs may move, and
// what was found.
#pragma once

#include "app/input/line_edit.h"
#include "app/learning/input_choice.h"
#include "app/learning/seeker.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace app {

struct Seeking {
    std::vector<attn::Place> places; // of one matrix, line by line as it is written; at least one
    std::vector<attn::Real> now;     // these numbers as they are
    LineEdit target;                 // one number for all of them, or one for each
    InputChoice inputs;              // which may move
    bool is_in_list = false;         // the keyboard is there; else in the target
    std::string fault;
    std::shared_ptr<Seeker> seeker;    // while it runs
    std::optional<attn::Sought> found; // not accepted yet
};

} // namespace app
