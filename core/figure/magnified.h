// SPDX-License-Identifier: MIT
// Scales figures.
#pragma once

#include "core/figure/figure.h"

namespace attn::figure {

/// Multiplies every length of the figure by `factor`, then moves it by `by`.
Figure magnified(Figure figure, float factor, Point by = {});
/// Makes the figure as large as the page allows and centres it.
Figure fitted(Figure figure, Size page);

} // namespace attn::figure
