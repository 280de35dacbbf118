// SPDX-License-Identifier: MIT
// Edits the words of the memory, the second list that keys and values may come from.
#pragma once

#include "app/session/frame.h"

#include <optional>

namespace app {

/// The word of the memory in whose row the selected cell is.
std::optional<attn::Index> chosen_memory_word(const Frame& frame);

/// Adds a word with numbers 0 after the chosen word, or at the end.
void add_memory_word(const Frame& frame);
/// Renames the chosen word, or the last.
void rename_memory_word(const Frame& frame);
void remove_memory_word(const Frame& frame);

} // namespace app
