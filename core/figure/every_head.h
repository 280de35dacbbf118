// SPDX-License-Identifier: MIT
// The weights of every head of every attention, for figures that show them beside each other: what
// they are called, and their one range of colours.
#pragma once

#include "core/document/open_part.h"
#include "core/figure/drawing.h"
#include "core/figure/sheet_look.h"

#include <array>
#include <cstddef>
#include <deque>
#include <limits>
#include <string>
#include <vector>

namespace attn::figure {

/// A head of an attention.
struct ShownHead {
    const OpenPart* part;
    View view; // as the part calls its places
    Contents contents;
    std::array<std::string, 3> names; // from long to short
    bool is_open = false;

    const SheetLook& look() const { return contents.sheets.front(); }
};

/// In the order in which they are computed. The range goes to the largest of all.
struct EveryHead {
    std::deque<OpenPart> parts; // They stay where they are.
    std::vector<ShownHead> heads;
};
EveryHead every_head(const Document& document, const Trace& trace, const View& view);

/// The longest form of the names that has room for all of them.
std::size_t form_of_names(const std::vector<ShownHead>& all, float room, float size,
                          const Measure& measure);

/// The name of a head beside its colour, from the left end of its line on.
struct HeadName {
    std::size_t form = 0;
    float size = 14;

    float mark() const { return 0.78F * size; }
    float before() const { return 1.5F * mark(); } // the name
};
/// Gives the width.
float draw_head_name(Drawing& drawing, const ShownHead& head, const HeadName& name, Point at,
                     float room);

/// The room of the foot to its right end, of which what has no room goes on below.
struct FootOfHeads {
    float right = std::numeric_limits<float>::max();
    bool has_bar = true;
};
/// At the foot: the colours of all, and what short names mean. Gives the height of what is below
/// the first line.
float draw_foot_of_heads(Drawing& drawing, const std::vector<ShownHead>& all, std::size_t form,
                         Point at, float size, const FootOfHeads& foot = {});

} // namespace attn::figure
