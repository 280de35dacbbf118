// SPDX-License-Identifier: MIT
// Collects the weights of every head of every attention for figures that show them side by side:
// with names and one shared range of colours.
#pragma once

#include "core/document/model/evaluate.h"
#include "core/document/model/open_part.h"
#include "core/document/model/view.h"
#include "core/figure/base/drawing.h"
#include "core/figure/base/figure.h"
#include "core/figure/matrix/sheet_look.h"
#include "core/figure/plots/heatmap_figure.h"

#include <array>
#include <cstddef>
#include <deque>
#include <limits>
#include <string>
#include <vector>

namespace attn::figure {

/// One head of an attention.
struct ShownHead {
    const OpenPart* part;
    View view; // with places named as in the part
    Contents contents;
    std::array<std::string, 3> names; // from long to short
    bool is_open = false;

    const SheetLook& look() const { return contents.sheets.front(); }
};

/// Parts and heads in the order of computation. The shared range ends at the largest weight.
struct EveryHead {
    std::deque<OpenPart> parts; // A deque, because heads point to them.
    std::vector<ShownHead> heads;
};
EveryHead every_head(const Document& document, const Trace& trace, const View& view);

/// The index of the longest form of names that fits for all heads.
std::size_t form_of_names(const std::vector<ShownHead>& all, float room, float size,
                          const Measure& measure);

/// The sizes for drawing a head's name with its colour mark at the left end of the line.
struct HeadName {
    std::size_t form = 0;
    float size = 14;

    float mark() const { return 0.78F * size; }
    float before() const { return 1.5F * mark(); } // the distance to the name
};
/// Draws the mark and the name. Returns the width.
float draw_head_name(Drawing& drawing, const ShownHead& head, const HeadName& name, Point at,
                     float room);

/// How far the foot may extend to the right; what does not fit continues below.
struct FootOfHeads {
    float right = std::numeric_limits<float>::max();
    bool has_bar = true;
};
/// Draws the foot: the range of colours, and what short names mean. Returns the height of what is
/// below the first line.
float draw_foot_of_heads(Drawing& drawing, const std::vector<ShownHead>& all, std::size_t form,
                         Point at, float size, const FootOfHeads& foot = {});

// Draws every head at a glance for the window: the weights of each as a small heatmap, all in one
// range of colours. With several attentions (layers, or cross-attention) each has a row of its own
// if there is room. For files see every_head.h.

/// Frames the view's head in the open part.
Figure heads_figure(const Document& document, const Trace& trace, const View& view, Size available,
                    float text, const Measure& measure);

// Draws every head as a picture for files: heatmaps in a grid with one range of colours, words at
// the left of each line and over the columns.

/// Draws the picture in the width of the options. The open head is not marked; only the window does
/// that.
Figure heads_picture(const Document& document, const Trace& trace, const View& view,
                     const HeatmapOptions& options);

} // namespace attn::figure
