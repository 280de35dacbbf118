// SPDX-License-Identifier: MIT
// The numbers of model options and masks, such as σ of the Gaussian score or the width of a window.
// Each is one row of a table that menus, palette and typing read.
#pragma once

#include "app/editing/edit_state.h"
#include "core/document/command.h"

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

} // namespace app
