// SPDX-License-Identifier: MIT
// The first two principal directions of a matrix: the directions in which its rows differ most.
#pragma once

#include "core/base/matrix.h"

#include <array>

namespace attn {

struct PrincipalDirections {
    Matrix directions;           // columns × count, orthonormal, the one of larger variance first
    std::array<Real, 2> share{}; // each direction's share of the variance; 0 if there is none
    Index count = 0;             // 0 if all rows are equal, 1 if they lie on a line, else 2
};

/// Finds the directions of the rows less their mean by decompose(), which also fixes the signs.
/// Every number of `x` must be finite and its magnitude below max_rating (engine/concepts.h).
PrincipalDirections principal_directions(const Matrix& x);

} // namespace attn
