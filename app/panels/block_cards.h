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

/// Their places for tests, as far as they are seen.
void note_block_cards(const Look& look, const BlockCards& cards, attn::figure::Point origin,
                      const attn::figure::Rect& visible);

} // namespace app
