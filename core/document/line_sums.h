// SPDX-License-Identifier: MIT
// The sums of the weights' lines. Code that claims "each row sums to 1" asks here first.
#pragma once

#include "core/document/document.h"
#include "core/engine/cells.h"

#include <string>

namespace attn {

/// The number of lines of the weights, how many of them sum to 1 within 1e-9, and how many are all
/// zeros, as a line without an open key is. Lines with a covered number are left out.
struct LineSums {
    Index lines = 0, ones = 0, zeros = 0;

    bool are_ones() const { return lines > 0 && ones == lines; }
};

/// Sums the lines along the axis. For a large head, whose weights are computed from each row's sum
/// of powers, checks every such sum, and adds up only the cells of the first, the middle and the
/// last row.
LineSums line_sums(const Cells& weights, Axis axis);

/// Says this in words, with lines as the document writes them: "each row sums to 1", "each row with
/// an open key sums to 1", "2 of 5 rows do not sum to 1".
std::string sums_sentence(const Document& document, const Cells& weights);

} // namespace attn
