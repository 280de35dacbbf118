// SPDX-License-Identifier: MIT
// The training page of the lower panel, and the form of a goal.
#pragma once

#include "app/learning/seeker.h"
#include "app/panels/panels.h"
#include "app/ui/look.h"
#include "core/figure/plots/curves.h"

#include <string>

namespace app {

// Draws a list of inputs with a check box for each.

/// Draws a check box with its middle left at `at`, filled if it is chosen.
void draw_box(ImDrawList& list, ImVec2 at, bool is_chosen, const Look& look);

/// Draws the inputs with check boxes, one per line; long lists scroll. The names of its controls
/// begin with `name`.
void draw_input_choice(InputChoice& choice, const std::string& name, bool has_keys,
                       attn::figure::Rect rect, const Look& look);
float input_choice_height(const InputChoice& choice, const Look& look);

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
