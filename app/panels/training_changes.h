// SPDX-License-Identifier: MIT
// A list of the numbers that a training changed most, beside the curve. A click goes to the number.
#pragma once

#include "app/session/frame.h"
#include "app/ui/look.h"
#include "core/figure/figure.h"

namespace app {

/// The width of the list in a panel of this width; 0 if it does not fit beside the curve.
float training_changes_width(float panel, const Look& look);
/// Draws nothing if no training state is shown, or if its start would take long to compute.
void draw_training_changes(const Frame& frame, const Look& look, attn::figure::Rect rect);

} // namespace app
