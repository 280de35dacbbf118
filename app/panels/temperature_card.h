// SPDX-License-Identifier: MIT
// The card below the formula's temperature: a field, a plot of the query word's weights with a
// slider, and a play button.
#pragma once

#include "app/panels/panels.h"
#include "core/figure/temperature_curve.h"

namespace app {

/// Whether the temperature is being typed, so that the card is open.
bool asks_temperature(const Frame& frame);
attn::figure::Size temperature_plot_size(const Look& look);
void draw_temperature_card(const Frame& frame, const Look& look, const std::vector<Action>& actions,
                           const attn::figure::TemperaturePlot& plot);

} // namespace app
