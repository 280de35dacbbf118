// SPDX-License-Identifier: MIT
// The menu of what lies under the pointer, or of what is selected: of numbers, of a word, or of a
// whole matrix. Its lines are actions of the one table.
#pragma once

#include "app/actions/actions.h"

#include <vector>

namespace app {

/// The menu for what the keyboard is at: the selected numbers, else the query word.
void ask_for_context_menu(const Frame& frame);
/// What can be done with it now, in groups; null between them.
std::vector<const Action*> context_actions(const Frame& frame, ContextOf of,
                                           const std::vector<Action>& actions);

} // namespace app
