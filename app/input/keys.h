// SPDX-License-Identifier: MIT
// Who takes a key: a dialog, the presentation, a card, the text being typed, a shortcut, the
// canvas.
#pragma once

#include "app/actions/actions.h"

#include <vector>

namespace app {

void take_key(const Frame& frame, const KeyEvent& event, const std::vector<Action>& actions);

} // namespace app
