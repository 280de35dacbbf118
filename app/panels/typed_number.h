// SPDX-License-Identifier: MIT
// The field for typing a number of the formula or model (τ, a width, σ), below the part it belongs
// to.
#pragma once

#include "app/panels/bar.h"

namespace app {

/// Draws nothing while no such number is typed. Call after the rows of the bar, whose controls it
/// uses.
void draw_typed_number(const Bar& bar);

} // namespace app
