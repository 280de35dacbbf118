// SPDX-License-Identifier: MIT
// Dear ImGui's button and list line for a word of the user, in any script.
#pragma once

#include "app/ui/look.h"

#include <string>

namespace app {

/// `id` identifies the widget: "##3", or "###query" for one that stays the same when its word
/// changes. The text has the style's colour.
bool word_button(const Look& look, const std::string& word, const std::string& id);
bool word_line(const Look& look, const std::string& word, const std::string& id, bool is_chosen);

} // namespace app
