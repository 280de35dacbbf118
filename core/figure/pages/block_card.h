// SPDX-License-Identifier: MIT
// The names of the cards of a block's page, for code that keeps which cards are folded without
// drawing them.
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
/// The cards of which only the title and the description are shown.
using FoldedCards = std::set<BlockCard>;

} // namespace attn::figure
