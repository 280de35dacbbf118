// SPDX-License-Identifier: MIT
// What a training has changed most: beside the curve, each number a click away.
#pragma once

#include "app/session/frame.h"
#include "app/ui/look.h"
#include "core/figure/figure.h"

namespace app {

/// How wide the list is, of a panel this wide; 0 where there is no room for it beside the curve.
float training_changes_width(float panel, const Look& look);
/// Draws nothing where no state of a training is seen, or its start would take long to compute.
void draw_training_changes(const Frame& frame, const Look& look, attn::figure::Rect rect);

} // namespace app
