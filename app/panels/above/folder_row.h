// SPDX-License-Identifier: MIT
// The row below the formula for a layer of a model in a folder: the end of the document's words,
// and the ten likeliest after them, which the layers in the folder say. While these run it shows
// how far they are and stops them on a click; else it says why there are no words.
#pragma once

#include "app/panels/above/bar.h"
#include "core/figure/base/figure.h"

namespace app {

void draw_folder_row(const Bar& bar, const attn::figure::Rect& row);

} // namespace app
