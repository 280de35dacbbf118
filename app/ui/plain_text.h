// SPDX-License-Identifier: MIT
// Which texts Dear ImGui shows rightly: those whose letters stand one beside the other from left to
// right. It knows no marks that join, no other direction, no letters that change beside others.
#pragma once

#include <string_view>

namespace app {

/// Latin, Greek and Cyrillic letters, and the signs of formulas. Other texts are shaped
/// (shaped_texts.h).
bool is_plain(std::string_view text);

} // namespace app
