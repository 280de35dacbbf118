// SPDX-License-Identifier: MIT
// The text of --help for the program and each command.
#pragma once

#include <string_view>

namespace app::cli {

/// `command` is "" for the program itself, or "presets", "show", "lesson", "check", "info".
std::string_view help_text(std::string_view command);

} // namespace app::cli
