// SPDX-License-Identifier: MIT
// Worksheets and their answer keys as PDF: one, or one with other numbers for everyone of a class.
#pragma once

#include "core/figure/worksheet.h"
#include "core/publish/cairo.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn::publish {

/// The PDF of the worksheet or, with `is_key`, of its answers. Only the key remembers the document:
/// a worksheet must not hold its own answers. The measure of the options is not used. The same
/// document and options give the same bytes.
Result<std::string> worksheet_pdf(const Document& document, const View& view,
                                  figure::WorksheetOptions options);

/// Who gets a worksheet of their own.
struct WorksheetClass {
    std::size_t count = 0;          // 0: one for each name
    std::vector<std::string> names; // fewer than `count`: the others write theirs

    friend bool operator==(const WorksheetClass&, const WorksheetClass&) = default;
};

/// One PDF of so many worksheets or keys, each with the numbers of variants() by the seed of the
/// options and a code such as "7-03" that its key has as well.
Result<std::string> worksheets_pdf(const Document& document, const View& view,
                                   const figure::WorksheetOptions& options,
                                   const WorksheetClass& of);

/// A PDF with the pixels that show its first pages side by side.
struct SeenWorksheet {
    std::string bytes;
    figure::Pixels pixels;
    std::size_t pages = 0;
};
/// Of one worksheet, or of a class. `most`: the longest side that can be shown.
Result<SeenWorksheet> seen_worksheet(const Document& document, const View& view,
                                     const figure::WorksheetOptions& options,
                                     const std::optional<WorksheetClass>& of, int most,
                                     const Type& type);

/// The names of a class list: the first cell of each line of a CSV file, without a heading "name".
/// The error says that there are none, or too many.
Result<std::vector<std::string>> class_list(std::string_view csv);

} // namespace attn::publish
