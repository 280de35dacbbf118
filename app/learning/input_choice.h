// SPDX-License-Identifier: MIT
// A list of inputs; the user chooses some by pointer or keyboard.
#pragma once

#include "app/input/input.h"
#include "core/document/document.h"

#include <cstddef>
#include <string>
#include <vector>

namespace app {

struct InputChoice {
    std::vector<attn::SheetId> inputs;
    std::vector<bool> is_chosen;           // one for each input
    std::size_t at = 0;                    // the line that has the keyboard
    std::vector<std::string> remarks = {}; // one for each input, shown beside its name; or empty
    std::vector<bool> is_idle = {}; // for each input, whether choosing it has no effect; or empty

    std::vector<attn::SheetId> chosen() const;
    bool can_turn(std::size_t which) const { return is_idle.empty() || !is_idle[which]; }
    void turn(std::size_t which) { is_chosen[which] = is_chosen[which] != can_turn(which); }
};

/// Lists the inputs; chooses those that are in `chosen`.
InputChoice input_choice(std::vector<attn::SheetId> inputs,
                         const std::vector<attn::SheetId>& chosen);

/// Arrows move. Returns whether the key had a meaning here.
bool press_in_choice(InputChoice& choice, const KeyPress& key);
/// Space turns the current input on or off.
void type_in_choice(InputChoice& choice, const std::string& text);

/// Returns for example "W_Q, W_K and W_V", or "W_Q, W_K and 12 more" for many.
std::string listed(std::vector<std::string> names);
std::string listed(const std::vector<attn::SheetId>& inputs);

} // namespace app
