// SPDX-License-Identifier: MIT
// The play button beside a typed number, and its field, which follows the number.
#pragma once

#include "app/actions/actions.h"
#include "app/session/frame.h"
#include "app/ui/look.h"

namespace app {

/// Updates the field's text after sliders, keys or playing changed the number.
void follow_document(const Frame& frame);

/// Draws the button; it reads Pause while this number plays. The field stays open.
void draw_play_button(const Frame& frame, const Look& look, const Action& play,
                      const attn::figure::Rect& rect);

} // namespace app
