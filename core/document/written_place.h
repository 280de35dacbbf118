// SPDX-License-Identifier: MIT
// Places as people read and type them: row and column of the matrix as it is written. A file keeps
// its places with words as rows, so that they stay the same when the convention changes.
#pragma once

#include "core/document/document.h"

#include <string>
#include <string_view>

namespace attn {

/// Changes a place with words as rows to the row and column that the document's convention writes,
/// and back again.
Place written_place(const Document& document, Place place);

/// "weights[0,2]": the cell that stands in row 0 and column 2 of the weights as they are written.
std::string place_text(const Document& document, const Place& place);

/// Reads what place_text() writes and gives the place with words as rows. It may not exist.
Result<Place> parse_written_place(const Document& document, std::string_view text);

} // namespace attn
