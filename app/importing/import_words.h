// SPDX-License-Identifier: MIT
// What an import says, in the words of its panel. The sentences of core/io name a choice by the
// option that the command line has for it.
#pragma once

#include <string>
#include <string_view>

namespace app {

/// "add --heads 8" → "add 8 in “Heads in W”". A choice that the panel does not have is named as an
/// option of the command attention-lab import; commands that stand in the text remain.
std::string in_panel_words(std::string_view text);

} // namespace app
