// SPDX-License-Identifier: MIT
// What keys and choices do in an open menu: the arrows show what a choice of the formula does,
// Enter or a click keeps it, Esc goes back.
#pragma once

#include "app/actions/actions.h"

#include <optional>
#include <string>
#include <vector>

namespace app {

/// The weights of the query word after the choice; nothing where it cannot be made, where there are
/// no weights, or where the keys are others then.
std::optional<std::vector<attn::Real>> weights_after(const attn::Document& base,
                                                     const Action& choice, const attn::View& view);

/// The menu has opened; `shows_weights`: beside each of the choices.
void begin_trial(const Frame& frame, const std::vector<const Action*>& choices, bool shows_weights);
/// The choice is made, by Enter or a click.
void choose(const Frame& frame, const Action& action);
/// The menu has closed: what was only tried is taken back.
void end_trial(const Frame& frame);

/// The list of words, which is searched by typing, among the menus.
constexpr const char* query_list = "Query word";
/// Typed text goes into its search; in other menus it means nothing.
void type_in_menus(Menus& menus, const std::string& text);

/// Every key but Esc while a menu is open.
void press_in_menus(const Frame& frame, const KeyPress& press, const std::vector<Action>& actions);

} // namespace app
