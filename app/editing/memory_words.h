// SPDX-License-Identifier: MIT
// The words of the memory, where keys and values come from a second list.
#pragma once

#include "app/session/frame.h"

#include <optional>

namespace app {

/// The word of the memory in whose row the selected cell stands.
std::optional<attn::Index> chosen_memory_word(const Frame& frame);

/// After the chosen word, or at the end; zeros until they are edited.
void add_memory_word(const Frame& frame);
/// The chosen word, or the last.
void rename_memory_word(const Frame& frame);
void remove_memory_word(const Frame& frame);

} // namespace app
