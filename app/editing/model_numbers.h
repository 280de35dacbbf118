// SPDX-License-Identifier: MIT
// The numbers that options of the model and masks have, σ of the Gaussian score or the width of a
// window: one row of a table for each, which menus, palette and typing read.
#pragma once

#include "app/editing/edit_state.h"
#include "core/document/command.h"

#include <span>
#include <string>

namespace app {

struct ModelNumberInfo {
    ModelNumber number;
    const char* id;       // of its action: "model.sigma"
    const char* part;     // the line of the menu it stands under: "Score", or "Mask"
    const char* name;     // "σ"; as it is typed and as the history says it
    const char* sentence; // what it does
    bool is_whole;
    attn::Real (*value)(const attn::Document&);
    attn::Command (*command)(const attn::Document&, attn::Real value, const std::string& what);
    std::string (*why_not)(const attn::Document&); // why it has no meaning now; empty: it has
    /// Whether it decides a number now.
    bool (*is_used)(const attn::Document&);
};
std::span<const ModelNumberInfo> model_numbers();
const ModelNumberInfo& info(ModelNumber number);

/// The command that the typed text asks for; the error says what would do.
attn::Result<attn::Command> number_command(const attn::Document& document, ModelNumber number,
                                           const std::string& text);

} // namespace app
