// SPDX-License-Identifier: MIT
// Whether words are written as rows or as columns. The numbers are the same, transposed. A Place,
// an axis and a mask always take words as rows; only what users read and type is transposed.
#pragma once

#include "core/base/matrix.h"
#include "core/engine/place.h"
#include "core/engine/switches.h"

#include <string>

namespace attn {

/// TokensAsRows: Q = X W_Q, scores = Q Kᵀ, query × key. TokensAsColumns: Q = W_Q X, scores = Kᵀ Q,
/// key × query.
enum class Convention { TokensAsRows, TokensAsColumns };

/// Returns the matrix of a sheet as it is written under the convention.
Matrix written(const Matrix& matrix, Convention convention);

/// Returns the lines of the written matrix that the axis stands for.
Axis written(Axis axis, Convention convention);

/// Names an entry of a written matrix, as `show` prints it and `explain` reads it. `row` and
/// `column` are given with words as rows, or are "·", "i", "j". "K[4,·]" with tokens as rows is
/// "K[·,4]" with tokens as columns.
std::string entry(const SheetId& sheet, const std::string& row, const std::string& column,
                  Convention convention);
std::string entry(const Place& place, Convention convention);

} // namespace attn
