// SPDX-License-Identifier: MIT
// Numbers that read well: multiples of a power of ten.
#pragma once

#include "core/base/matrix.h"

#include <cmath>

namespace attn {

/// The multiple of `grid`, a power of ten, that is nearest to the value.
inline Real on_grid(Real value, Real grid) {
    if (grid >= 1)
        return std::round(value / grid) * grid;
    // Dividing by a whole number gives the double nearest to the decimal; multiplying by 0.01 does
    // not.
    const Real whole = std::round(1 / grid);
    return std::round(value * whole) / whole;
}

} // namespace attn
