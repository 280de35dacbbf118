// SPDX-License-Identifier: MIT
// How files and times are called in what the program asks and tells.
#pragma once

#include <cstdint>
#include <ctime>
#include <string>

namespace app {

/// "14:03:07", of the day.
std::string clock_text(std::time_t time);
/// "158 MB"
std::string size_text(std::uintmax_t bytes);
/// Between quotation marks, shortened if it is long.
std::string in_quotes(const std::string& text);

} // namespace app
