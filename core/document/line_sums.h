// SPDX-License-Identifier: MIT
// What the lines of the weights add up to. Whoever says "each row sums to 1" asks here first.
#pragma once

#include "core/document/document.h"
#include "core/engine/cells.h"

#include <string>

namespace attn {

/// How many lines of the weights there are, how many of them sum to 1 within 1e-9, and how many
/// have nothing but zeros, as a line without an open key has. Lines with a covered number are left
/// out.
struct LineSums {
    Index lines = 0, ones = 0, zeros = 0;

    bool are_ones() const { return lines > 0 && ones == lines; }
};

/// Sums the lines that the axis means. Of a large head, whose weights are derived from the sum of
/// each row's powers, every sum is looked at, and the cells of the first, the middle and the last
/// row are added up.
LineSums line_sums(const Cells& weights, Axis axis);

/// The same in words, with lines as the document writes them: "each row sums to 1", "each row with
/// an open key sums to 1", "2 of 5 rows do not sum to 1".
std::string sums_sentence(const Document& document, const Cells& weights);

} // namespace attn
