// SPDX-License-Identifier: MIT
// Places as users read and type them: row and column of the matrix as it is written. Files store
// places with words as rows, so that they stay the same when the convention changes.
#pragma once

#include "core/document/model/document.h"
#include "core/document/model/view.h"

#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// Converts a place with words as rows to the row and column in the document's convention, or back.
Place written_place(const Document& document, Place place);

/// Returns "weights[0,2]": the cell in row 0 and column 2 of the weights as they are written.
std::string place_text(const Document& document, const Place& place);

/// Reads what place_text() writes and returns the place with words as rows. Does not check that it
/// exists.
Result<Place> parse_written_place(const Document& document, std::string_view text);

// Cells of a matrix as users type and read them: all, a word's line, or rows and columns of the
// matrix as it is written.

/// Returns all cells of a matrix that the document has.
CellRange all_cells(const Document& document, const SheetId& sheet);
std::vector<CellRange> all_cells(const Document& document, const std::vector<SheetId>& sheets);

/// Reads "X", "X[cat]" and "X[0:2]" (the words 0 and 1), "W_Q[0,:]" and "W_Q[0:2,1]". The error
/// says what the document does not have, and what it has.
Result<CellRange> parse_written_cells(const Document& document, std::string_view text);
/// Writes what parse_written_cells() reads: "X", "X[1,:]", "W_Q[0:2,1]".
std::string cells_text(const Document& document, const CellRange& cells);

/// Splits a list such as "X[1,:],W_Q" at commas outside brackets and trims the parts. An empty text
/// has no parts.
std::vector<std::string_view> list_parts(std::string_view list);

} // namespace attn
