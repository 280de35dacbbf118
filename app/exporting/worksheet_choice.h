// SPDX-License-Identifier: MIT
// Worksheets in the export panel: what the choice makes, and the names on them.
#pragma once

#include "app/exporting/export_state.h"

#include <string>

namespace app {

/// Whether the file is a worksheet: one is chosen and the path ends in .pdf.
bool is_worksheet(const ExportChoice& choice);
void choose_worksheet(const WorksheetChoice& choice, attn::publish::ExportOptions& options);
/// Reads the class list of a file into the choice; no names if the path is empty. Returns the
/// fault.
std::string take_names(const std::string& file, WorksheetChoice& into);

} // namespace app
