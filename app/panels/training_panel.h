// SPDX-License-Identifier: MIT
// The page of the lower panel that trains, and the list of inputs that it shares with the form of a
// goal.
#pragma once

#include "app/learning/input_choice.h"
#include "app/panels/panels.h"
#include "core/figure/loss_curve.h"

#include <string>

namespace app {

/// How large the curve of the loss is in the panel.
attn::figure::Size loss_curve_size(attn::figure::Size panel, const Look& look);
void draw_training_panel(const Frame& frame, const Look& look, const std::vector<Action>& actions,
                         const attn::figure::LossPlot& loss, attn::figure::Rect rect);

/// The form of a goal; draws nothing while it is closed.
void draw_seeking(const Frame& frame, const Look& look);

/// Inputs with marks where they are chosen, one below the other; `name` begins the names of its
/// controls. Longer lists scroll.
void draw_input_choice(InputChoice& choice, const std::string& name, bool has_keys,
                       attn::figure::Rect rect, const Look& look);
float input_choice_height(const InputChoice& choice, const Look& look);

} // namespace app
