// SPDX-License-Identifier: MIT
// A covered number is guessed beside its plate: a field for the guess and a button that reveals the
// number. The verdict then stands in the same place.
#pragma once

#include "app/session/frame.h"
#include "app/ui/look.h"
#include "core/figure/base/figure.h"

namespace app {

/// Draws the card of the covered number that is selected, or the verdict about it. The figure's
/// corner is at `origin`; the card stays within `room`.
void draw_guess(const Frame& frame, const Look& look, const attn::figure::Figure& figure,
                ImVec2 origin, const attn::figure::Rect& room);

} // namespace app
