// SPDX-License-Identifier: MIT
// The training page of the lower panel, and the form of a goal.
#pragma once

#include "app/panels/panels.h"
#include "core/figure/loss_curve.h"

namespace app {

/// The size of the loss curve in the panel, or of the table in its place.
attn::figure::Size loss_curve_size(attn::figure::Size panel, const Look& look);
/// `loss`: the curve; null if the training page shows it, and then `table` of the query word takes
/// its place.
void draw_training_panel(const Frame& frame, const Look& look, const std::vector<Action>& actions,
                         const attn::figure::LossPlot* loss, const attn::figure::Figure& table,
                         attn::figure::Rect rect);

/// Scrubs the curve of a plot whose figure has its corner here, in the current window.
void scrub_loss(const Frame& frame, const Look& look, const attn::figure::LossPlot& loss,
                attn::figure::Point corner);

/// Draws the form of a goal; nothing while it is closed.
void draw_seeking(const Frame& frame, const Look& look);

} // namespace app
