// SPDX-License-Identifier: MIT
// The temperature under its part of the formula: a field, a slider below what it does to the
// weights of the query word, and its play.
#pragma once

#include "app/panels/panels.h"
#include "core/figure/temperature_curve.h"

namespace app {

/// Whether the temperature is typed, so that the card is open.
bool asks_temperature(const Frame& frame);
attn::figure::Size temperature_plot_size(const Look& look);
void draw_temperature_card(const Frame& frame, const Look& look, const std::vector<Action>& actions,
                           const attn::figure::TemperaturePlot& plot);

} // namespace app
