// SPDX-License-Identifier: MIT
// Cells of one matrix that are named together: one, a line, a part, or all of them.
#pragma once

#include "core/base/result.h"
#include "core/document/model/view.h"

#include <optional>
#include <string>
#include <string_view>

namespace attn {

struct Document;

/// Rows or columns of a matrix: `count` from `first` on, or all.
struct Lines {
    std::optional<Index> first;
    Index count = 1;

    friend bool operator==(const Lines&, const Lines&) = default;
};

/// Reads "3", "0:2" (lines 0 and 1) or ":"; empty for any other text.
std::optional<Lines> parse_lines(std::string_view text);

/// Cells of a sheet. The document decides how many rows and columns "all" means.
struct Region {
    SheetId sheet;
    Lines rows, columns;

    friend bool operator==(const Region&, const Region&) = default;
};

/// Writes "weights", "weights[1,4]", "weights[1,:]", "weights[:,4]", "W_Q[0:2,1]" (rows 0 and 1),
/// "weighted_values[0,:,:]" (its query first).
std::string to_text(const Region& region);
/// Reads what to_text() writes. Does not check that the region exists.
Result<Region> parse_region(std::string_view text);

/// Returns the region's cells; empty if the document lacks any of them.
std::optional<CellRange> cells_of(const Document& document, const Region& region);

} // namespace attn
