// SPDX-License-Identifier: MIT
// A point in a figure to the number or the name that lies there, and back.
#pragma once

#include "core/figure/figure.h"

#include <optional>

namespace attn::figure {

struct Hit {
    std::optional<Place> place;
    std::optional<LabelRegion> label; // of one name
    std::optional<SheetId> title;     // of the matrix whose title it is
};

/// What lies at a point of the figure; what was added last lies on top.
Hit hit(const Figure& figure, Point point);

/// Where the figure shows a number; nothing if it does not.
std::optional<Rect> cell_rect(const Figure& figure, const Place& place);

/// One of the names of a region.
LabelRegion one_of(LabelRegion labels, Index which);

} // namespace attn::figure
