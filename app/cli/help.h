// SPDX-License-Identifier: MIT
// The texts of --help for the program and each command.
#pragma once

#include <string>
#include <string_view>

namespace app::cli {

/// Returns the help of a command; of the program itself if `command` is "".
std::string help_text(std::string_view command);

/// A short summary of a command.
std::string_view summary(std::string_view command);

} // namespace app::cli
