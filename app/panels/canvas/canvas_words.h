// SPDX-License-Identifier: MIT
// Names of words on the canvas: which word a label means, dragging a word to another place, and the
// + below the words of X.
#pragma once

#include "app/actions/actions.h"
#include "app/session/frame.h"
#include "app/ui/look.h"
#include "core/figure/base/figure.h"

#include <optional>
#include <vector>

namespace app {

attn::Role role_of(const attn::figure::LabelRegion& label);
/// Whether names in this role are words of the memory.
bool is_of_memory(const attn::Document& document, attn::Role role);
/// The word of X that the label names; nothing if it names none.
std::optional<attn::Index> word_of(const attn::Document& document,
                                   const attn::figure::LabelRegion& label);

/// Follows the pointer, which is at `hit`. Moves the word when the button is released.
void continue_word_drag(const Frame& frame, const attn::figure::Hit& hit);
/// Draws where the word would go while it is dragged.
void draw_word_drag(const Frame& frame, const Look& look, const attn::figure::Figure& figure,
                    const attn::figure::Hit& hit, ImVec2 origin);

/// What a + after the last word does: a model that knows all its words appends the likeliest, any
/// other document gets a word to be named.
const Action& appending(const Frame& frame, const std::vector<Action>& actions);
void append_word(const Frame& frame, const std::vector<Action>& actions);
/// Draws a + below the names of X if there is room.
void draw_add_word(const Frame& frame, const Look& look, const std::vector<Action>& actions,
                   const attn::figure::Figure& figure, ImVec2 origin,
                   const attn::figure::Rect& visible);

} // namespace app
