// SPDX-License-Identifier: MIT
// The page that a picture's style means, in units and pixels.
#pragma once

#include "core/document/model/figure_style.h"

#include <optional>

namespace attn::publish {

using namespace looks;
using looks::to_text; // beside the publish folder's own

/// What a size means: the page in units of the figure, and the pixels per unit.
struct Page {
    float width = 0;
    std::optional<float> height; // nothing: the figure's own
    float text = 14;
    float scale = 2;
    int dpi = 192;
    bool is_paper = false; // a unit is a point of 1/72 inch
};
Page page(const PictureStyle& style);

} // namespace attn::publish
