// SPDX-License-Identifier: MIT
// A mask as its menu shows it: one of none, causal, prefix and painted, plus an optional window and
// padding. A key is blocked if any part blocks it. Also paints the cells of a painted mask.
#pragma once

#include "core/document/command.h"
#include "core/document/view.h"

namespace app {

/// Returns the part of this kind; null if the mask has none.
const attn::Mask* part_of(const attn::Mask& mask, attn::Mask::Kind kind);

/// Returns the mask with the part added. A window and a padding are added to the others; a causal
/// mask and a prefix replace each other and a painted mask.
attn::Mask with_part(const attn::Mask& mask, const attn::Mask& part);
attn::Mask without_part(const attn::Mask& mask, attn::Mask::Kind kind);

/// Whether the place is a cell of a painted mask.
bool can_paint(const attn::Document& document, const attn::Place& place);
/// Blocks these cells, or opens them if all are blocked.
attn::Command painted(const attn::Document& document, const attn::CellRange& cells);

} // namespace app
