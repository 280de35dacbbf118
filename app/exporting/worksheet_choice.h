// SPDX-License-Identifier: MIT
// Worksheets in the export panel: what is made of the choice, and whose names stand on them.
#pragma once

#include "app/exporting/export_state.h"

#include <string>

namespace app {

/// Whether the file is a worksheet: one is chosen, and the path ends in .pdf.
bool is_worksheet(const ExportChoice& choice);
void choose_worksheet(const WorksheetChoice& choice, attn::publish::ExportOptions& options);
/// The class list of a file; none where the path is empty. Gives what is wrong with it.
std::string take_names(const std::string& file, WorksheetChoice& into);

} // namespace app
