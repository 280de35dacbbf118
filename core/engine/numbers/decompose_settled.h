// SPDX-License-Identifier: MIT
// Fixes the choices that a singular value decomposition leaves open, by the rules in
// engine/numbers/concepts.h.
#pragma once

#include "core/engine/numbers/concepts.h"

namespace attn {

/// Returns Eigen's decomposition unchanged, with the signs and bases the algorithm happens to give.
Svd raw_decomposition(const Matrix& x);

/// Fixes the signs and the bases of equal singular values. Reads `rank` and recomputes the columns
/// beyond it.
Svd settled(Svd svd);

} // namespace attn
