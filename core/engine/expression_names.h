// SPDX-License-Identifier: MIT
// Replaces the numbers of an expression by the names of their places: X[0,j] instead of 0.5. The
// parts of a series become one part with a running index.
#pragma once

#include "core/engine/expression.h"

#include <functional>
#include <string>

namespace attn {

/// Names the number of a matrix in a row and a column; either may be an index like "j".
using NameOf = std::function<std::string(const SheetId& sheet, const std::string& row,
                                         const std::string& column)>;

/// Returns the expression with a name in every number. A series gets one part, and its running
/// index as its name: j for the outer series, k for one inside it, put where the first and the last
/// part differ. If the parts of a series do not have one form, it becomes a sum of its parts; of
/// many, only the first and the last, with "…" between them.
Expression with_names(const Expression& expression, const NameOf& name_of);

} // namespace attn
