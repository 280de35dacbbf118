// SPDX-License-Identifier: MIT
// Builds pieces of the steps' sentences: words and lists of numbers.
#pragma once

#include "core/document/telling/step.h"

namespace attn {

Run query_word(const Document& document, const View& view);
Run key_word(const Document& document, Index key);
/// Adds the numbers of a row: "(0.42, 0.65, 0.44, …)"; only the first ones if there are many.
void add_vector(Prose& prose, const Cells& cells, Index row, const NumberFormat& format);

} // namespace attn
