// SPDX-License-Identifier: MIT
// A mask as the menu shows it: one of no mask, causal, prefix and painted, and with it a window and
// a padding where they are wanted. A key is blocked where any of them blocks it.
#pragma once

#include "core/engine/switches.h"

namespace app {

/// The mask's part of this kind; null where it has none.
const attn::Mask* part_of(const attn::Mask& mask, attn::Mask::Kind kind);

/// The mask with the part. A window and a padding stand beside the others; a causal mask and a
/// prefix take the place of each other and of a painted mask.
attn::Mask with_part(const attn::Mask& mask, const attn::Mask& part);
attn::Mask without_part(const attn::Mask& mask, attn::Mask::Kind kind);

} // namespace app
