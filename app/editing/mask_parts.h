// SPDX-License-Identifier: MIT
// A mask as the menu shows it: one of no mask, causal, prefix and painted, and with it a window and
// a padding where they are wanted. A key is blocked where any of them blocks it. And the cells of a
// painted one.
#pragma once

#include "core/document/command.h"
#include "core/document/view.h"

namespace app {

/// The mask's part of this kind; null where it has none.
const attn::Mask* part_of(const attn::Mask& mask, attn::Mask::Kind kind);

/// The mask with the part. A window and a padding stand beside the others; a causal mask and a
/// prefix take the place of each other and of a painted mask.
attn::Mask with_part(const attn::Mask& mask, const attn::Mask& part);
attn::Mask without_part(const attn::Mask& mask, attn::Mask::Kind kind);

/// Whether the place is a cell of a mask that people paint.
bool can_paint(const attn::Document& document, const attn::Place& place);
/// Blocks the cells of such a mask, or opens them where all are blocked.
attn::Command painted(const attn::Document& document, const attn::CellRange& cells);

} // namespace app
