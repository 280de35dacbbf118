// SPDX-License-Identifier: MIT
// What is wrong with the value of an option: a sentence, empty if nothing is.
#pragma once

#include <limits>
#include <string>
#include <vector>

namespace app::cli {

constexpr double any_number = std::numeric_limits<double>::max();

/// "a, b or c".
std::string alternatives(const std::vector<std::string>& words);

/// The value has to be one of the words; the sentence says which was meant.
std::string fault_of_word(const std::string& found, const std::vector<std::string>& words);
/// It has to be a number of the range as cells are read ("1/3"), and becomes its digits; from
/// -any_number on it may be any.
std::string fault_of_number(std::string& found, double low, double high);
std::string fault_of_whole(const std::string& found, double low, double high);
std::string fault_of_size(const std::string& found);

} // namespace app::cli
