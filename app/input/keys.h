// SPDX-License-Identifier: MIT
// Decides who takes a key: a dialog, the presentation, a card, the typed text, a part of the
// window, a shortcut, or the canvas.
#pragma once

#include "app/actions/actions.h"

#include <vector>

namespace app {

void take_key(const Frame& frame, const KeyEvent& event, const std::vector<Action>& actions);

} // namespace app
