// SPDX-License-Identifier: MIT
// Finds the number or name at a point of a figure, and where a number is shown.
#pragma once

#include "core/figure/figure.h"

#include <optional>

namespace attn::figure {

struct Hit {
    std::optional<Place> place;
    std::optional<LabelRegion> label; // with one name
    std::optional<SheetId> title;     // the matrix with this title
};

/// What is at a point of the figure; later regions are above earlier ones.
Hit hit(const Figure& figure, Point point);

/// The rectangle that shows a number; nothing if the figure does not show it.
std::optional<Rect> cell_rect(const Figure& figure, const Place& place);

/// The region of one of the names.
LabelRegion one_of(LabelRegion labels, Index which);

} // namespace attn::figure
