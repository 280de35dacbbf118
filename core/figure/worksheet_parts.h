// SPDX-License-Identifier: MIT
// The parts of worksheets; only the worksheet….cpp files use them.
#pragma once

#include "core/figure/drawing.h"
#include "core/figure/sheet_look.h"
#include "core/figure/worksheet.h"

#include <cstddef>
#include <string>
#include <vector>

namespace attn::figure {

/// The stages of the worksheet, drawn as in the window without what only a screen needs; whole
/// numbers have no decimals.
std::vector<SheetLook> worksheet_looks(const Document& document, const Contents& contents,
                                       WorksheetLevel level);

/// Draws name, date and points in one line, each with room to write; `name` may be filled in.
void draw_name_line(Drawing& drawing, Point left, float width, const std::string& name,
                    std::size_t points, float size);

/// Draws two lines for the mistake that was found, each with a question and, on the key, with the
/// answer. Returns their height.
float draw_findings(Drawing& drawing, Point corner, float width, const std::string& where,
                    const std::string& what, float size);

/// Draws a table of e to the powers that scores may need once their largest is subtracted: a power
/// with two decimals is a product of three of them. Returns its height.
float draw_powers(Drawing& drawing, Point corner, float width, float size);

} // namespace attn::figure
