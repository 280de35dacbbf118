// SPDX-License-Identifier: MIT
// The cards of the page of a block by name, so that whoever keeps which of them are folded need not
// know how they are drawn.
#pragma once

#include <set>

namespace attn::figure {

enum class BlockCard : unsigned char {
    Words,
    FirstNorm,
    Attention,
    SecondNorm,
    CrossAttention,
    ThirdNorm,
    Mlp,
    NextWord
};
/// Of these only the title and what they are stand.
using FoldedCards = std::set<BlockCard>;

} // namespace attn::figure
