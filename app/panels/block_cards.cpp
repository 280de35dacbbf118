// SPDX-License-Identifier: MIT
#include "app/panels/block_cards.h"

#include "app/panels/part_stop.h"

#include <algorithm>
#include <string>

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

const figure::BlockCardRegion* stop_at_cards(const Frame& frame, const Look& look,
                                             const BlockCards& cards, Point origin,
                                             const Rect& visible) {
    const auto is_pressed = [&](const char* kind, const figure::BlockCardRegion& card,
                                const Rect& place) {
        if (!visible.contains({place.x, place.y}) ||
            !visible.contains({place.right(), place.bottom()}))
            return false;
        const std::string name = kind + std::string(card.opens.stage.name());
        const ImVec2 from(origin.x + place.x, origin.y + place.y);
        const ImVec2 to(origin.x + place.right(), origin.y + place.bottom());
        look.note(name, from, to);
        return stop_at(frame, look, {WindowPart::Cards, name, false}, from, to);
    };
    const figure::BlockCardRegion* pressed = nullptr;
    for (const figure::BlockCardRegion& card : cards) {
        if (is_pressed("fold/", card, card.fold))
            fold_or_unfold(frame, card.card);
        if (is_pressed("card/", card, card.title))
            pressed = &card;
    }
    return pressed;
}

} // namespace app
