// SPDX-License-Identifier: MIT
// Whether words are written as rows or as columns. The numbers are the same, transposed; places,
// axes and masks mean what they mean with words as rows, whichever way the matrices are written.
#pragma once

#include "core/base/matrix.h"
#include "core/engine/place.h"
#include "core/engine/switches.h"

#include <string>

namespace attn {

/// TokensAsRows: Q = X W_Q, scores = Q Kᵀ, query × key. TokensAsColumns: Q = W_Q X, scores = Kᵀ Q,
/// key × query.
enum class Convention { TokensAsRows, TokensAsColumns };

/// The matrix of a sheet as it is written down.
Matrix written(const Matrix& matrix, Convention convention);

/// Which lines of the written matrix an axis means.
Axis written(Axis axis, Convention convention);

/// An entry of a written matrix. `row` and `column` are those of the place, or "·", "i", "j". With
/// tokens as rows it is the place itself, "K[4,·]"; with tokens as columns "K(·,4)", in parentheses
/// so that it is not taken for a place.
std::string entry(const SheetId& sheet, const std::string& row, const std::string& column,
                  Convention convention);
std::string entry(const Place& place, Convention convention);

} // namespace attn
