// SPDX-License-Identifier: MIT
// Which texts Dear ImGui can show correctly: those with separate letters from left to right. It
// supports no combining marks, no other direction, and no letters that change with their
// neighbours.
#pragma once

#include <string_view>

namespace app {

/// Whether the text has only Latin, Greek and Cyrillic letters and signs of formulas. Other texts
/// are shaped (shaped_texts.h).
bool is_plain(std::string_view text);

} // namespace app
