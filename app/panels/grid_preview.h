// SPDX-License-Identifier: MIT
// The first numbers of a matrix that is about to come in.
#pragma once

#include "app/ui/look.h"
#include "core/base/matrix.h"
#include "core/document/view.h"

#include <string>
#include <vector>

namespace app {

/// As many rows and columns as the room has; a line beneath says how many there are in all.
void draw_grid_preview(ImDrawList& list, const attn::figure::Rect& room, const attn::Matrix& matrix,
                       const std::vector<std::string>& row_names, const attn::NumberFormat& numbers,
                       const Look& look);

} // namespace app
