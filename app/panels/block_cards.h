// SPDX-License-Identifier: MIT
// Pointer and keyboard on the cards of a block: what is under the pointer, and what a click does.
// Only for canvas_panel.cpp.
#pragma once

#include "app/session/frame.h"
#include "app/ui/look.h"
#include "core/figure/block_page.h"

#include <vector>

namespace app {

using BlockCards = std::vector<attn::figure::BlockCardRegion>;

/// The card whose `part` (its title or its fold control) contains the point; null if none.
const attn::figure::BlockCardRegion*
card_at(const BlockCards& cards, attn::figure::Point at,
        attn::figure::Rect attn::figure::BlockCardRegion::*part);

void fold_or_unfold(const Frame& frame, attn::figure::BlockCard card);

/// Makes the visible fold controls and titles keyboard stops; Enter on a fold control folds or
/// unfolds. Returns the card whose title was pressed; null if none.
const attn::figure::BlockCardRegion* stop_at_cards(const Frame& frame, const Look& look,
                                                   const BlockCards& cards,
                                                   attn::figure::Point origin,
                                                   const attn::figure::Rect& visible);

} // namespace app
