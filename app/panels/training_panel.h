// SPDX-License-Identifier: MIT
// The page of the lower panel that trains, and the form of a goal.
#pragma once

#include "app/panels/panels.h"
#include "core/figure/loss_curve.h"

namespace app {

/// How large the curve of the loss is in the panel, or the table.
attn::figure::Size loss_curve_size(attn::figure::Size panel, const Look& look);
/// `loss`: the curve; null where the page of the training has it, and the table of the query word
/// is in its place.
void draw_training_panel(const Frame& frame, const Look& look, const std::vector<Action>& actions,
                         const attn::figure::LossPlot* loss, const attn::figure::Figure& table,
                         attn::figure::Rect rect);

/// Scrubs the curve of a plot that is drawn with its figure's corner here, in the present window.
void scrub_loss(const Frame& frame, const Look& look, const attn::figure::LossPlot& loss,
                attn::figure::Point corner);

/// The form of a goal; draws nothing while it is closed.
void draw_seeking(const Frame& frame, const Look& look);

} // namespace app
