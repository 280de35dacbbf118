// SPDX-License-Identifier: MIT
// What a singular value decomposition leaves open, settled as engine/concepts.h says.
#pragma once

#include "core/engine/concepts.h"

namespace attn {

/// Eigen's decomposition as it comes: signs and bases as the algorithm happens to leave them.
Svd raw_decomposition(const Matrix& x);

/// The same decomposition with its signs and its bases of equal singular values settled; `rank` is
/// read, and the columns behind it are made again.
Svd settled(Svd svd);

} // namespace attn
