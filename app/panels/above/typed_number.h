// SPDX-License-Identifier: MIT
// The field for typing a number of the formula or model (τ, a width, σ), below the part it belongs
// to.
#pragma once

#include "app/actions/actions.h"
#include "app/panels/above/bar.h"
#include "app/panels/panels.h"
#include "app/session/frame.h"
#include "app/ui/look.h"
#include "core/figure/plots/curves.h"

namespace app {

// The play button beside a typed number, and its field, which follows the number.

/// Updates the field's text after sliders, keys or playing changed the number.
void follow_document(const Frame& frame);

/// Draws the button; it reads Pause while this number plays. The field stays open.
void draw_play_button(const Frame& frame, const Look& look, const Action& play,
                      const attn::figure::Rect& rect);

/// Draws nothing while no such number is typed. Call after the rows of the bar, whose controls it
/// uses.
void draw_typed_number(const Bar& bar);

// The card below the formula's temperature: a field, a plot of the query word's weights with a
// slider, and a play button.

/// Whether the temperature is being typed, so that the card is open.
bool asks_temperature(const Frame& frame);
attn::figure::Size temperature_plot_size(const Look& look);
void draw_temperature_card(const Frame& frame, const Look& look, const std::vector<Action>& actions,
                           const attn::figure::TemperaturePlot& plot);

} // namespace app
