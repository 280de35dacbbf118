// SPDX-License-Identifier: MIT
// What worksheets are put together from; only for the worksheet….cpp files.
#pragma once

#include "core/figure/drawing.h"
#include "core/figure/sheet_look.h"
#include "core/figure/worksheet.h"

#include <cstddef>
#include <string>
#include <vector>

namespace attn::figure {

/// The stages of the worksheet, each as it is drawn in the window but for what only a screen needs;
/// whole numbers have no decimals.
std::vector<SheetLook> worksheet_looks(const Document& document, const Contents& contents,
                                       WorksheetLevel level);

/// Name, date and points in one line, each with room to write; the name may be there already.
void draw_name_line(Drawing& drawing, Point left, float width, const std::string& name,
                    std::size_t points, float size);

/// What was found of a mistake: two lines to write on, each with what is asked, and on the key with
/// the answer. Gives their height.
float draw_findings(Drawing& drawing, Point corner, float width, const std::string& where,
                    const std::string& what, float size);

/// e to the powers that a line of scores may need once its largest is subtracted: one to any of two
/// decimals is a product of three of them. Gives its height.
float draw_powers(Drawing& drawing, Point corner, float width, float size);

} // namespace attn::figure
