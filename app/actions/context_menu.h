// SPDX-License-Identifier: MIT
// The menu for what is under the pointer or selected: numbers, a word, or a whole matrix. Its lines
// are actions of the table.
#pragma once

#include "app/actions/actions.h"

#include <vector>

namespace app {

/// Opens the menu for the selected numbers, else for the query word.
void ask_for_context_menu(const Frame& frame);
/// Returns the actions that apply now, in groups separated by null.
std::vector<const Action*> context_actions(const Frame& frame, ContextOf of,
                                           const std::vector<Action>& actions);

} // namespace app
