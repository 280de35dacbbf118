// SPDX-License-Identifier: MIT
// Checks values of options. Each function returns a sentence about the fault, or an empty text.
#pragma once

#include <limits>
#include <string>
#include <vector>

namespace app::cli {

constexpr double any_number = std::numeric_limits<double>::max();

/// Returns "a, b or c".
std::string alternatives(const std::vector<std::string>& words);

/// Checks that the value is one of the words. The sentence suggests the one meant.
std::string fault_of_word(const std::string& found, const std::vector<std::string>& words);
/// Checks that it is a number in the range, written as in cells ("1/3"), and replaces it by its
/// digits. From -any_number on, any number is accepted.
std::string fault_of_number(std::string& found, double low, double high);
std::string fault_of_whole(const std::string& found, double low, double high);
std::string fault_of_size(const std::string& found);

} // namespace app::cli
