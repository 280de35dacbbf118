// SPDX-License-Identifier: MIT
// Cells of one matrix that are spoken of together: one, a line, a part, or all of them.
#pragma once

#include "core/base/result.h"
#include "core/document/view.h"

#include <optional>
#include <string>
#include <string_view>

namespace attn {

struct Document;

/// Rows or columns of a matrix: `count` from `first` on, or all of them.
struct Lines {
    std::optional<Index> first;
    Index count = 1;

    friend bool operator==(const Lines&, const Lines&) = default;
};

/// Reads "3", "0:2" (lines 0 and 1) or ":"; nothing where the text is anything else.
std::optional<Lines> parse_lines(std::string_view text);

/// How many rows and columns "all" means follows from the document.
struct Region {
    SheetId sheet;
    Lines rows, columns;

    friend bool operator==(const Region&, const Region&) = default;
};

/// "weights", "weights[1,4]", "weights[1,:]", "weights[:,4]", "W_Q[0:2,1]" (rows 0 and 1),
/// "weighted_values[0,:,:]" (its query first).
std::string to_text(const Region& region);
/// Reads what to_text() writes. The region may not exist.
Result<Region> parse_region(std::string_view text);

/// Its cells; nothing if the document does not have all of them.
std::optional<CellRange> cells_of(const Document& document, const Region& region);

} // namespace attn
