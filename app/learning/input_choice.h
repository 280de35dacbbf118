// SPDX-License-Identifier: MIT
// A list of inputs of which some are chosen, by pointer or by keyboard.
#pragma once

#include "app/input/input.h"
#include "core/document/document.h"

#include <cstddef>
#include <string>
#include <vector>

namespace app {

struct InputChoice {
    std::vector<attn::SheetId> inputs;
    std::vector<bool> is_chosen;           // of each
    std::size_t at = 0;                    // where the keyboard is
    std::vector<std::string> remarks = {}; // of each, beside its name; or none
    std::vector<bool> is_idle = {};        // of each: choosing it changes nothing; or none

    std::vector<attn::SheetId> chosen() const;
    bool can_turn(std::size_t which) const { return is_idle.empty() || !is_idle[which]; }
    void turn(std::size_t which) { is_chosen[which] = is_chosen[which] != can_turn(which); }
};

/// Of these inputs those that are in `chosen`.
InputChoice input_choice(std::vector<attn::SheetId> inputs,
                         const std::vector<attn::SheetId>& chosen);

/// Arrows move; whether the key meant something here.
bool press_in_choice(InputChoice& choice, const KeyPress& key);
/// A blank turns the input at the keyboard on or off.
void type_in_choice(InputChoice& choice, const std::string& text);

/// "W_Q, W_K and W_V"; "W_Q, W_K and 12 more" where there are many.
std::string listed(std::vector<std::string> names);
std::string listed(const std::vector<attn::SheetId>& inputs);

} // namespace app
