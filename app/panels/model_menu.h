// SPDX-License-Identifier: MIT
// The Model menu: a line for each part of what attention can be, with what stands now, and its
// choices beside it.
#pragma once

#include "app/panels/bar.h"

#include <vector>

namespace app {

/// Its parts for the document.
std::vector<MenuPart> model_menu(const attn::Document& document);

} // namespace app
