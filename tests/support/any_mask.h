// SPDX-License-Identifier: MIT
// Draws masks of any kind, for documents of any number of words, by seed.
#pragma once

#include "core/engine/numbers/switches.h"
#include "tests/support/random_document.h"

#include <utility>

namespace attn::test {

constexpr Mask::Kind mask_kinds[] = {Mask::Kind::None,   Mask::Kind::Causal, Mask::Kind::Painted,
                                     Mask::Kind::Window, Mask::Kind::Prefix, Mask::Kind::Padding,
                                     Mask::Kind::All};

/// Draws a mask. Its number runs from the smallest allowed to beyond the last key.
inline Mask any_mask(Mask::Kind kind, Index queries, Index keys, Random& random) {
    Mask mask;
    mask.kind = kind;
    if (kind == Mask::Kind::Painted)
        mask.painted = random.mask(queries, keys);
    if (kind == Mask::Kind::Window)
        mask.number = random.whole(1, keys + 1);
    if (kind == Mask::Kind::Prefix || kind == Mask::Kind::Padding)
        mask.number = random.whole(0, random.chance(0.8) ? keys / 2 : keys + 1);
    if (kind == Mask::Kind::All)
        for (Index count = random.whole(1, 3); count > 0; --count)
            mask.all.push_back(any_mask(mask_kinds[random.whole(1, 5)], queries, keys, random));
    return resolved(std::move(mask), keys);
}

} // namespace attn::test
