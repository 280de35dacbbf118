// SPDX-License-Identifier: MIT
// A painted pattern as the goal for a part of the weights: each word should look equally at the
// painted cells of its line. Lines without paint have no goal.
#pragma once

#include "app/input/input.h"
#include "core/document/document.h"
#include "core/document/view.h"

#include <cstddef>
#include <string>
#include <vector>

namespace app {

struct GoalPattern {
    attn::Index rows = 0, columns = 0; // as on the screen; 0 if nothing can be painted
    std::vector<bool> is_painted;      // row by row
    attn::Index row = 0, column = 0;   // the cell that has the keyboard
    bool paints = true;                // whether a drag paints or clears cells

    bool is_offered() const { return rows > 0; }
    std::size_t at(attn::Index r, attn::Index c) const {
        return static_cast<std::size_t>(r * columns + c);
    }
};

/// Returns the pattern for these places, line by line as on the screen. It is offered for several
/// weights whose lines sum to 1, if the form has room for it.
GoalPattern goal_pattern(const attn::Document& document, const std::vector<attn::Place>& places);

/// Returns the text for the target field: in lines with paint, a share or 0 for each cell; in other
/// lines, "–" for each cell.
std::string target_text(const attn::Document& document, const GoalPattern& pattern);

/// Arrows move between cells. Returns whether the key had a meaning.
bool press_in_pattern(GoalPattern& pattern, const KeyPress& key);

} // namespace app
