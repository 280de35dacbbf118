// SPDX-License-Identifier: MIT
// The rows of the palette for what is typed in it.
#pragma once

#include "app/actions/actions.h"
#include "app/session/frame.h"

#include <vector>

namespace app {

/// The found actions, the best first. While presenting, those that have a meaning over a page. On
/// the start page, those that can be run now come before the others. Call only while the palette
/// is open.
std::vector<const Action*> palette_rows(const Frame& frame, const std::vector<Action>& actions);

/// Whether the action opens help, guide or palette, which stand over a presented page as well.
bool opens_over_page(const Action& action);

} // namespace app
