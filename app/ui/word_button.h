// SPDX-License-Identifier: MIT
// Dear ImGui's button and line of a list with a word of the user's, in any script.
#pragma once

#include "app/ui/look.h"

#include <string>

namespace app {

/// `id` tells it from others: "##3", or "###query" for one that stays the same with another word.
/// The colour of its text is that of the style.
bool word_button(const Look& look, const std::string& word, const std::string& id);
bool word_line(const Look& look, const std::string& word, const std::string& id, bool is_chosen);

} // namespace app
