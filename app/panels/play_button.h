// SPDX-License-Identifier: MIT
// Beside a number that is typed: what lets it play, and its field that follows.
#pragma once

#include "app/actions/actions.h"
#include "app/session/frame.h"
#include "app/ui/look.h"

namespace app {

/// What the field says follows sliders, keys and the play.
void follow_document(const Frame& frame);

/// Says Pause while this number plays. The number stays open.
void draw_play_button(const Frame& frame, const Look& look, const Action& play,
                      const attn::figure::Rect& rect);

} // namespace app
