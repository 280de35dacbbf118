// SPDX-License-Identifier: MIT
// What is new in this version: the lines of CHANGELOG.md, which app/desktop/releases.cmake puts
// into the program.
#pragma once

#include <string_view>
#include <vector>

namespace app {

/// As in --version.
std::string_view program_version();

/// The program's name among those of a desktop: "org.example.attention_lab".
std::string_view desktop_id();

/// What the version brought, a sentence or a few each. `…` stands around what is typed.
std::vector<std::string_view> news_of_version();

} // namespace app
