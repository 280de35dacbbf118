// SPDX-License-Identifier: MIT
// Finds where a canvas shows a place: a number, a line, a part or a whole matrix.
#pragma once

#include "core/document/model/region.h"
#include "core/figure/base/figure.h"

#include <optional>

namespace attn::figure {

/// The rectangle in which the canvas shows the place; a repeated stage is found where it is drawn.
/// Nothing if the document or the canvas lacks it.
std::optional<Rect> place_rect(const Figure& canvas, const Document& document, const Region& place);

} // namespace attn::figure
