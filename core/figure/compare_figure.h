// SPDX-License-Identifier: MIT
// A and B of one stage side by side with their difference, and the largest changes listed.
#pragma once

#include "core/document/compare.h"
#include "core/figure/canvas.h"

namespace attn::figure {

struct Compared {
    const Calculation& a;
    const Calculation& b;
    std::string a_name, b_name; // "pinned “Four words”", "right"
    SheetId sheet;
    std::string sentence; // what went wrong; empty if nothing did
};

/// The difference has a diverging map around 0, A and B share one range. Where the shapes differ
/// that is said and both are drawn. As large as what is available; where that has no height they
/// stand on a page that is as high as they need.
Figure compare_figure(const Compared& compared, const View& view, const CanvasOptions& options);

} // namespace attn::figure
