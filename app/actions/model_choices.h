// SPDX-License-Identifier: MIT
// All choices for the model, one row of a table for each. The Model menu, the palette and the
// actions read it.
#pragma once

#include "core/document/model/document.h"

#include <span>
#include <string>
#include <string_view>

namespace app {

struct ModelChoice {
    const char* id;       // its action: "model.score.cosine"
    const char* part;     // its menu line: "Score"
    const char* name;     // "Cosine"
    const char* sentence; // what it does and where it comes from
    const char* what;     // as the history shows it: "Score: cosine"
    bool (*is_chosen)(const attn::Document&);
    void (*choose)(attn::AttentionOptions&);
    std::string (*why_not)(const attn::Document&); // why it cannot be chosen now; empty if it can
    /// Whether it makes sense for documents like this one; if not, no list shows it.
    bool (*is_offered)(const attn::Document&) = [](const attn::Document&) { return true; };
};
std::span<const ModelChoice> model_choices();

/// The lines of the Model menu in order; the line of the heads holds their actions. "" is a
/// separator.
std::span<const std::string_view> model_parts();

} // namespace app
