// SPDX-License-Identifier: MIT
// The field in which a number of the formula or of the model is typed: τ, a width, σ. It stands
// under the part that the number belongs to.
#pragma once

#include "app/panels/bar.h"

namespace app {

/// Draws nothing while no such number is typed. After the rows of the bar, which it looks at.
void draw_typed_number(const Bar& bar);

} // namespace app
