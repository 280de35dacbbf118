// SPDX-License-Identifier: MIT
// Places as users read and type them: row and column of the matrix as it is written. Files store
// places with words as rows, so that they stay the same when the convention changes.
#pragma once

#include "core/document/document.h"

#include <string>
#include <string_view>

namespace attn {

/// Converts a place with words as rows to the row and column in the document's convention, or back.
Place written_place(const Document& document, Place place);

/// Returns "weights[0,2]": the cell in row 0 and column 2 of the weights as they are written.
std::string place_text(const Document& document, const Place& place);

/// Reads what place_text() writes and returns the place with words as rows. Does not check that it
/// exists.
Result<Place> parse_written_place(const Document& document, std::string_view text);

} // namespace attn
