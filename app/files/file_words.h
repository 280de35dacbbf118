// SPDX-License-Identifier: MIT
// Texts for files, sizes and times in messages and questions.
#pragma once

#include <cstdint>
#include <ctime>
#include <string>

namespace app {

/// The time of day: "14:03:07".
std::string clock_text(std::time_t time);
/// Returns for example "158 MB".
std::string size_text(std::uintmax_t bytes);
/// The text in quotation marks, shortened if it is long.
std::string in_quotes(const std::string& text);

} // namespace app
