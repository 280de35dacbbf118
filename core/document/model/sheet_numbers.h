// SPDX-License-Identifier: MIT
// In which format the numbers of a matrix are written: a matrix of whole numbers without decimals,
// every other one with them. Cells and sentences that speak of them ask here.
#pragma once

#include "core/document/model/evaluate.h"
#include "core/document/model/view.h"

namespace attn {

/// Whether all numbers are whole up to rounding errors. Numbers that are not finite or covered do
/// not count, and a matrix without any other is not whole; neither is one too large to show its
/// numbers, which is not looked at.
bool are_whole(const Cells& cells);

/// Returns the format of every number of the matrix: the asked one, but for the automatic one
/// decimals, none if all are whole.
NumberFormat format_of(const Cells& cells, const NumberFormat& asked);
/// Does the same for a sheet that exists.
NumberFormat format_of(const Document& document, const Trace& trace, const SheetId& sheet,
                       const NumberFormat& asked);

/// Returns the format in which typed numbers are compared with those of a matrix: as asked, but
/// with decimals where the automatic one would write none.
NumberFormat compared_format(NumberFormat asked);

} // namespace attn
