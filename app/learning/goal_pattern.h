// SPDX-License-Identifier: MIT
// A pattern that is painted as the goal of a part of the weights: each word is to look at the cells
// that are painted in its line, at all of them alike, and lines without paint are left to
// themselves.
#pragma once

#include "app/input/input.h"
#include "core/document/document.h"
#include "core/document/view.h"

#include <cstddef>
#include <string>
#include <vector>

namespace app {

struct GoalPattern {
    attn::Index rows = 0, columns = 0; // as they are written; none where nothing can be painted
    std::vector<bool> is_painted;      // row by row
    attn::Index row = 0, column = 0;   // where the keyboard is
    bool paints = true;                // what a drag does to the cells on its way

    bool is_offered() const { return rows > 0; }
    std::size_t at(attn::Index r, attn::Index c) const {
        return static_cast<std::size_t>(r * columns + c);
    }
};

/// The pattern of these places, line by line as they are written; it is offered of several weights
/// whose lines sum to 1, where a form has room for it.
GoalPattern goal_pattern(const attn::Document& document, const std::vector<attn::Place>& places);

/// What stands in the field of the target: a share or 0 for each cell of a line with paint, "–" for
/// each of the others.
std::string target_text(const attn::Document& document, const GoalPattern& pattern);

/// Arrows go from cell to cell; whether the key meant something.
bool press_in_pattern(GoalPattern& pattern, const KeyPress& key);

} // namespace app
