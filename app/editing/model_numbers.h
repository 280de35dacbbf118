// SPDX-License-Identifier: MIT
// The numbers of model options and masks, such as σ of the Gaussian score or the width of a window.
// Each is one row of a table that menus, palette and typing read.
#pragma once

#include "app/editing/edit_state.h"
#include "core/document/commands/command.h"
#include "core/document/model/view.h"

#include <span>
#include <string>

namespace app {

struct ModelNumberInfo {
    ModelNumber number;
    const char* id;       // its action: "model.sigma"
    const char* part;     // its menu line: "Score" or "Mask"
    const char* name;     // "σ", as typed and as the history shows it
    const char* sentence; // what it does
    bool is_whole;
    attn::Real (*value)(const attn::Document&);
    attn::Command (*command)(const attn::Document&, attn::Real value, const std::string& what);
    std::string (*why_not)(const attn::Document&); // why it has no meaning now; empty if it has
    /// Whether it affects a number now.
    bool (*is_used)(const attn::Document&);
};
std::span<const ModelNumberInfo> model_numbers();
const ModelNumberInfo& info(ModelNumber number);

/// Returns the command for the typed text; the error says which values are possible.
attn::Result<attn::Command> number_command(const attn::Document& document, ModelNumber number,
                                           const std::string& text);

// A mask as its menu shows it: one of none, causal, prefix and painted, plus an optional window and
// padding. A key is blocked if any part blocks it. Also paints the cells of a painted mask.

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
