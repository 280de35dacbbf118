// SPDX-License-Identifier: MIT
// Finds the name that was meant by a misspelt one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// Counts the letters to insert, delete, change or swap with their neighbour to turn one text into
/// the other. Ignores the case of ASCII letters.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The name nearest to `typed`, the first of several. Empty if none is near: more than one mistake
/// in three letters, or more than 100 letters.
std::string_view nearest(std::string_view typed, const std::vector<std::string>& names);

/// `; did you mean "weights"?`; empty if no name is near.
std::string did_you_mean(std::string_view typed, const std::vector<std::string>& names);

} // namespace attn
