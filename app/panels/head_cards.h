// SPDX-License-Identifier: MIT
// Clicks on the cards of all heads: the title opens the head, the switch sets its rows of W_O to 0
// or restores them. Only for canvas_panel.cpp.
#pragma once

#include "app/actions/actions.h"
#include "app/session/frame.h"
#include "app/ui/look.h"
#include "core/figure/heads_page.h"

#include <vector>

namespace app {

/// Draws over the figure whose corner is at `origin`. Cards that are scrolled away cannot be
/// pressed.
void draw_head_cards(const Frame& frame, const Look& look, const std::vector<Action>& actions,
                     const attn::figure::CardRegions& regions, ImVec2 origin,
                     const attn::figure::Rect& visible);

} // namespace app
