// SPDX-License-Identifier: MIT
// The directions in which the rows of a matrix differ most: its first two principal directions.
#pragma once

#include "core/base/matrix.h"

#include <array>

namespace attn {

struct PrincipalDirections {
    Matrix directions;           // columns × count, orthonormal, the one of larger variance first
    std::array<Real, 2> share{}; // of the variance that each of them has; 0 where there is none
    Index count = 0;             // 0 where all rows are equal, 1 where they lie on a line, else 2
};

/// Of the rows less their mean, by decompose(), which settles the signs. Every number of `x` must
/// be finite and its magnitude below max_rating (engine/concepts.h).
PrincipalDirections principal_directions(const Matrix& x);

} // namespace attn
