// SPDX-License-Identifier: MIT
// Picks which line names are written if not all fit.
#pragma once

#include "core/base/matrix.h"

namespace attn::figure {

/// The smallest round number that is at least `least`: 1, 2, 4, 8, 16 … or 5, 10, 20, 50, 100 …
inline Index round_line_step(Index least) {
    Index best = 1;
    while (best < least)
        best *= 2;
    for (Index ten = 1; ten < best; ten *= 10)
        for (const Index factor : {1, 2, 5})
            if (const Index step = factor * ten; step >= least && step < best)
                best = step;
    return best;
}

} // namespace attn::figure
