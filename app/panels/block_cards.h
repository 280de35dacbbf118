// SPDX-License-Identifier: MIT
// What of the cards of a block lies under the pointer, and what a click on it does. Only for
// canvas_panel.cpp.
#pragma once

#include "app/session/frame.h"
#include "app/ui/look.h"
#include "core/figure/block_page.h"

#include <vector>

namespace app {

using BlockCards = std::vector<attn::figure::BlockCardRegion>;

/// The card whose title, or what folds it, lies there; nothing: none.
const attn::figure::BlockCardRegion*
card_at(const BlockCards& cards, attn::figure::Point at,
        attn::figure::Rect attn::figure::BlockCardRegion::*part);

void fold_or_unfold(const Frame& frame, attn::figure::BlockCard card);

/// Where the keyboard can stand, as far as it is seen: on what folds a card, which Enter does, and
/// on its title. Gives the card whose title was pressed.
const attn::figure::BlockCardRegion* stop_at_cards(const Frame& frame, const Look& look,
                                                   const BlockCards& cards,
                                                   attn::figure::Point origin,
                                                   const attn::figure::Rect& visible);

} // namespace app
