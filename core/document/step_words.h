// SPDX-License-Identifier: MIT
// Pieces of which the sentences of steps are made: words and lists of numbers.
#pragma once

#include "core/document/step.h"

namespace attn {

Run query_word(const Document& document, const View& view);
Run key_word(const Document& document, Index key);
/// "(0.42, 0.65, 0.44, …)": the numbers of a row, of many the first.
void add_vector(Prose& prose, const Cells& cells, Index row, const NumberFormat& format);

} // namespace attn
