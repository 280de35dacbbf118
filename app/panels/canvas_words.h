// SPDX-License-Identifier: MIT
// Names of words on the canvas: which one a label means, dragging one to the place of another, and
// the + below those of X.
#pragma once

#include "app/actions/actions.h"
#include "app/session/frame.h"
#include "app/ui/look.h"
#include "core/figure/hit.h"

#include <optional>
#include <vector>

namespace app {

attn::Role role_of(const attn::figure::LabelRegion& label);
/// Whether the role's names are words of the memory.
bool is_of_memory(const attn::Document& document, attn::Role role);
/// The word of X that a label names, if it names one.
std::optional<attn::Index> word_of(const attn::Document& document,
                                   const attn::figure::LabelRegion& label);

/// Follows the pointer, which is at `hit`, and moves the word where the button is let go.
void continue_word_drag(const Frame& frame, const attn::figure::Hit& hit);
/// Where it would go, while it is dragged.
void draw_word_drag(const Frame& frame, const Look& look, const attn::figure::Figure& figure,
                    const attn::figure::Hit& hit, ImVec2 origin);

/// One more word after the last.
void append_word(const Frame& frame, const std::vector<Action>& actions);
/// A + below the names of X, where there is room for it.
void draw_add_word(const Frame& frame, const Look& look, const std::vector<Action>& actions,
                   const attn::figure::Figure& figure, ImVec2 origin,
                   const attn::figure::Rect& visible);

} // namespace app
