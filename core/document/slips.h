// SPDX-License-Identifier: MIT
// What went wrong with a number that somebody expected: the usual mistakes are made at its place,
// and those that give what was expected are named.
#pragma once

#include "core/document/evaluate.h"
#include "core/document/view.h"

#include <string>
#include <vector>

namespace attn {

/// A sentence for each mistake whose number reads like the expected one: the what-ifs of
/// mistake.h, another sign, rows and columns exchanged, a cell beside it. Empty where the expected
/// number reads like the right one; where nothing fits, that is said. `trace` is that of the
/// document.
std::vector<std::string> slips(const Document& document, const Trace& trace, const Place& place,
                               Real expected, const NumberFormat& numbers);

} // namespace attn
