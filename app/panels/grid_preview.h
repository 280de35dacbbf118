// SPDX-License-Identifier: MIT
// Shows the first numbers of a matrix that is about to be imported or pasted.
#pragma once

#include "app/ui/look.h"
#include "core/base/matrix.h"
#include "core/document/view.h"

#include <string>
#include <vector>

namespace app {

/// Draws as many rows and columns as fit; a line below gives the total numbers.
void draw_grid_preview(ImDrawList& list, const attn::figure::Rect& room, const attn::Matrix& matrix,
                       const std::vector<std::string>& row_names, const attn::NumberFormat& numbers,
                       const Look& look);

} // namespace app
