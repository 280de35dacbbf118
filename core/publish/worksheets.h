// SPDX-License-Identifier: MIT
// Worksheets and their answer keys as PDF: one, or one per student of a class, each with different
// numbers.
#pragma once

#include "core/figure/worksheet.h"
#include "core/publish/cairo.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn::publish {

/// Makes the PDF of the worksheet or, with `is_key`, of its answers. Only the key remembers the
/// document: a worksheet must not hold its own answers. The measure in the options is not used. The
/// same document and options give the same bytes.
Result<std::string> worksheet_pdf(const Document& document, const View& view,
                                  figure::WorksheetOptions options);

/// The students who each get a worksheet.
struct WorksheetClass {
    std::size_t count = 0;          // 0: one for each name
    std::vector<std::string> names; // if fewer than `count`, the others write their own

    friend bool operator==(const WorksheetClass&, const WorksheetClass&) = default;
};

/// Makes one PDF with a worksheet or key for each student. variants() makes the numbers from the
/// seed in the options; a worksheet and its key share a code such as "7-03".
Result<std::string> worksheets_pdf(const Document& document, const View& view,
                                   const figure::WorksheetOptions& options,
                                   const WorksheetClass& of);

/// A PDF and the pixels that show its first pages side by side.
struct SeenWorksheet {
    std::string bytes;
    figure::Pixels pixels;
    std::size_t pages = 0;
};
/// Makes the PDF and its preview, for one worksheet or for a class. `most`: the longest side of the
/// preview.
Result<SeenWorksheet> seen_worksheet(const Document& document, const View& view,
                                     const figure::WorksheetOptions& options,
                                     const std::optional<WorksheetClass>& of, int most,
                                     const Type& type);

/// Reads the names of a class list: the first cell of each line of a CSV file, without a heading
/// "name". Fails if there are none or too many; the error says which.
Result<std::vector<std::string>> class_list(std::string_view csv);

} // namespace attn::publish
