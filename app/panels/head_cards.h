// SPDX-License-Identifier: MIT
// What of the cards of all heads is pressed: the title opens the head, the switch takes its rows of
// W_O out of the sum and brings them back. Only for canvas_panel.cpp.
#pragma once

#include "app/actions/actions.h"
#include "app/session/frame.h"
#include "app/ui/look.h"
#include "core/figure/heads_page.h"

#include <vector>

namespace app {

/// Over the figure, whose corner is at `origin`; what is scrolled away cannot be pressed.
void draw_head_cards(const Frame& frame, const Look& look, const std::vector<Action>& actions,
                     const attn::figure::CardRegions& regions, ImVec2 origin,
                     const attn::figure::Rect& visible);

} // namespace app
