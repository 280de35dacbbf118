// SPDX-License-Identifier: MIT
// The row below the formula for a layer of a model in a folder: the document's words, which can be
// typed as a text, and the ten likeliest after them, which the layers in the folder say. While
// these run it shows how far they are and stops them on a click; else it says why there are no
// words, or why the typed text could not be read.
#pragma once

#include "app/panels/above/bar.h"
#include "core/figure/base/figure.h"

namespace app {

void draw_folder_row(const Bar& bar, const attn::figure::Rect& row);
/// Draws the keys and the fault of a text that is typed, below the row. Call only while one is.
void draw_folder_text_card(const Frame& frame, const Look& look, const attn::figure::Rect& row);

} // namespace app
