// SPDX-License-Identifier: MIT
// Explains a wrong guess: makes the common mistakes at its place and names those that give the
// guessed number.
#pragma once

#include "core/document/evaluate.h"
#include "core/document/view.h"

#include <string>
#include <vector>

namespace attn {

/// Returns a sentence for each mistake whose number reads like the expected one: the what-ifs of
/// mistake.h, another sign, rows and columns exchanged, a neighbouring cell. Empty if the expected
/// number reads like the right one; if nothing fits, a sentence says so. `trace` belongs to the
/// document.
std::vector<std::string> slips(const Document& document, const Trace& trace, const Place& place,
                               Real expected, const NumberFormat& numbers);

} // namespace attn
