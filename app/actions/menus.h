// SPDX-License-Identifier: MIT
// Keys and choices in an open menu: arrows try a choice of the formula, Enter or a click keeps it,
// Esc takes it back.
#pragma once

#include "app/actions/actions.h"

#include <optional>
#include <string>
#include <vector>

namespace app {

/// Returns the weights of the query word after the choice. Nothing if the choice cannot be made,
/// there are no weights, or the number of keys changes.
std::optional<std::vector<attn::Real>> weights_after(const attn::Document& base,
                                                     const Action& choice, const attn::View& view);

/// Begins a trial when a menu opens. `shows_weights`: show weights beside each choice.
void begin_trial(const Frame& frame, const std::vector<const Action*>& choices, bool shows_weights);
/// Makes the choice, on Enter or a click.
void choose(const Frame& frame, const Action& action);
/// Ends the trial when the menu closes, and takes back what was only tried.
void end_trial(const Frame& frame);

/// Opens the menu that Alt opens with this letter. Returns whether there is one.
bool open_by_letter(const Frame& frame, const KeyPress& press);

/// The list of words among the menus, which typing searches.
constexpr const char* query_list = "Query word";
/// Types into the search of the list of words; does nothing in other menus.
void type_in_menus(Menus& menus, const std::string& text);

/// Handles every key but Esc while a menu is open.
void press_in_menus(const Frame& frame, const KeyPress& press, const std::vector<Action>& actions);

// The menu for what is under the pointer or selected: numbers, a word, or a whole matrix. Its lines
// are actions of the table.

/// Opens the menu for the selected numbers, else for the query word.
void ask_for_context_menu(const Frame& frame);
/// Returns the actions that apply now, in groups separated by null.
std::vector<const Action*> context_actions(const Frame& frame, ContextOf of,
                                           const std::vector<Action>& actions);

} // namespace app
