// SPDX-License-Identifier: MIT
// For a file with more words than a document can hold: asks which words to open.
#pragma once

#include "app/session/message.h"

namespace app {

/// Asks whether to open the first or the last words. Returns nothing if the file does not have too
/// many words, or no part of it can be opened either.
std::optional<Question> ask_for_words(const std::string& path, const Open& wanted);

} // namespace app
