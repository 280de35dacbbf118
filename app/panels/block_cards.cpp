// SPDX-License-Identifier: MIT
#include "app/panels/block_cards.h"

#include <algorithm>
#include <string>
#include <utility>

namespace app {

using namespace attn;
using figure::Point;
using figure::Rect;

const figure::BlockCardRegion* card_at(const BlockCards& cards, Point at,
                                       Rect figure::BlockCardRegion::*part) {
    const auto found =
        std::find_if(cards.begin(), cards.end(), [&](const figure::BlockCardRegion& card) {
            return (card.*part).contains(at);
        });
    return found == cards.end() ? nullptr : &*found;
}

void fold_or_unfold(const Frame& frame, figure::BlockCard card) {
    figure::FoldedCards& folded = frame.ui.window.folded_cards;
    if (folded.erase(card) == 0)
        folded.insert(card);
}

void note_block_cards(const Look& look, const BlockCards& cards, Point origin,
                      const Rect& visible) {
    for (const figure::BlockCardRegion& card : cards)
        for (const auto& [name, place] :
             {std::pair("card/", card.title), std::pair("fold/", card.fold)})
            if (visible.contains({place.x, place.y}) &&
                visible.contains({place.right(), place.bottom()}))
                look.note(name + std::string(card.opens.stage.name()),
                          {origin.x + place.x, origin.y + place.y},
                          {origin.x + place.right(), origin.y + place.bottom()});
}

} // namespace app
