// SPDX-License-Identifier: MIT
// The text of --help for the program and each command.
#pragma once

#include <string>
#include <string_view>

namespace app::cli {

/// `command` is "" for the program itself, or the name of a command.
std::string help_text(std::string_view command);

/// What a command does, in a few words.
std::string_view summary(std::string_view command);

} // namespace app::cli
