// SPDX-License-Identifier: MIT
// The bounds of cells, as users type them.
#pragma once

#include "core/document/learning/goal_seek.h"

#include <string_view>
#include <vector>

namespace attn::io {

/// Reads "-1:1", which applies to all `cells`, "X=0:1", "X[cat]=0:" (0 or more), ":1", or several
/// of them separated by commas. The error says which one cannot be read.
Result<std::vector<Limits>> read_limits(const Document& document,
                                        const std::vector<CellRange>& cells, std::string_view text);

} // namespace attn::io
