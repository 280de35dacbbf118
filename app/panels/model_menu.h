// SPDX-License-Identifier: MIT
// The Model menu: a line for each part of the model with its present setting, and its choices in a
// submenu.
#pragma once

#include "app/panels/bar.h"

#include <vector>

namespace app {

/// The parts of the menu for this document.
std::vector<MenuPart> model_menu(const attn::Document& document);

} // namespace app
