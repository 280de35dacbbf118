// SPDX-License-Identifier: MIT
// Worksheets and their answer keys as PDF.
#pragma once

#include "core/figure/worksheet.h"

#include <string>

namespace attn::publish {

/// The PDF of the worksheet or, with `is_key`, of its answers. Only the key remembers the document:
/// a worksheet must not hold its own answers. The measure of the options is not used. The same
/// document and options give the same bytes.
Result<std::string> worksheet_pdf(const Document& document, const View& view,
                                  figure::WorksheetOptions options);

} // namespace attn::publish
