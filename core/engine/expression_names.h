// SPDX-License-Identifier: MIT
// An expression in the names of its places: X[0,j] in place of 0.5. The parts of a series become
// one part with an index that runs.
#pragma once

#include "core/engine/expression.h"

#include <functional>
#include <string>

namespace attn {

/// What the number of a matrix in a row and a column is called; both may be an index like "j".
using NameOf = std::function<std::string(const SheetId& sheet, const std::string& row,
                                         const std::string& column)>;

/// The same expression with a name in every number. A series has one part, and the index that runs
/// over the parts as its name. The index stands where the first and the last part differ, j in the
/// outer series, k in one inside it. A series whose parts are not of one form becomes a sum of its
/// parts: of many the first and the last with "…" between them.
Expression with_names(const Expression& expression, const NameOf& name_of);

} // namespace attn
