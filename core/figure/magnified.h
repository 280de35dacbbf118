// SPDX-License-Identifier: MIT
// A figure in another size.
#pragma once

#include "core/figure/figure.h"

namespace attn::figure {

/// Every length of the figure times `factor`, moved by `by` afterwards.
Figure magnified(Figure figure, float factor, Point by = {});
/// The figure as large as the page allows, in its middle.
Figure fitted(Figure figure, Size page);

} // namespace attn::figure
