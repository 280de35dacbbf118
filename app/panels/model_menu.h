// SPDX-License-Identifier: MIT
// The menu of what the model is, a line for each choice with the ones that stand now, and the field
// in which its numbers are typed.
#pragma once

#include "app/panels/bar.h"

namespace app {

void draw_model_menu(const Bar& bar);

} // namespace app
