// SPDX-License-Identifier: MIT
// The news of this version: lines of CHANGELOG.md, which app/desktop/releases.cmake compiles into
// the program.
#pragma once

#include <string_view>
#include <vector>

namespace app {

/// As printed by --version.
std::string_view program_version();

/// The program's desktop ID: "org.example.attention_lab".
std::string_view desktop_id();

/// The changes in this version, one or a few sentences each. Typed text is between `…`.
std::vector<std::string_view> news_of_version();

} // namespace app
