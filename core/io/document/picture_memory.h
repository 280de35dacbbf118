// SPDX-License-Identifier: MIT
// Stores a document inside the picture that shows it: PNG, SVG and PDF files.
#pragma once

#include "core/base/result.h"

#include <optional>
#include <string>
#include <string_view>

namespace attn::io {

/// Adds the resolution (pHYs), sRGB and the document's text, as a compressed international text
/// chunk named "attention-lab" (PNG 1.2, 4.2.3.3 to 4.2.4.2).
Result<std::string> remember_in_png(std::string_view png, std::string_view document, int dpi);
/// Adds the text in a <metadata> element with its checksum (CRC-32).
Result<std::string> remember_in_svg(std::string_view svg, std::string_view document);
/// Adds the text as an attached file "document.attn", appended as an incremental update (PDF 1.7,
/// 7.5.6 and 7.11.4).
Result<std::string> remember_in_pdf(std::string_view pdf, std::string_view document);

/// Whether the bytes are a PNG, an SVG or a PDF.
bool is_picture(std::string_view bytes);
/// Returns the text stored in a picture; the error says that there is none or that it is damaged.
Result<std::string> remembered(std::string_view bytes);

} // namespace attn::io
