// SPDX-License-Identifier: MIT
// The name that was meant by one with a mistake in it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// How many letters have to be put in, taken out, changed or swapped with their neighbour to make
/// one text of the other. Small and capital letters of ASCII are the same.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The name that is nearest to what was typed, the first of several; empty if none is near: with
/// more than one mistake in three letters something else was meant.
std::string_view nearest(std::string_view typed, const std::vector<std::string>& names);

/// `; did you mean "weights"?`; empty if no name is near.
std::string did_you_mean(std::string_view typed, const std::vector<std::string>& names);

} // namespace attn
