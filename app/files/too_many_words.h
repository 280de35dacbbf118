// SPDX-License-Identifier: MIT
// A file with more words than a document holds: which of them are opened.
#pragma once

#include "app/session/message.h"

namespace app {

/// Asks for the first or the last of them; nothing where the file has not too many, or no part of
/// it can be opened either.
std::optional<Question> ask_for_words(const std::string& path, const Open& wanted);

} // namespace app
