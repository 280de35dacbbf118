// SPDX-License-Identifier: MIT
// What the model can be, choice by choice: one row of a table for each, which the Model menu, the
// palette and the actions read.
#pragma once

#include "core/document/document.h"

#include <span>
#include <string>
#include <string_view>

namespace app {

struct ModelChoice {
    const char* id;       // of its action: "model.score.cosine"
    const char* part;     // the line of the menu it stands under: "Score"
    const char* name;     // "Cosine"
    const char* sentence; // what it does and where it is from
    const char* what;     // in the history: "Score: cosine"
    bool (*is_chosen)(const attn::Document&);
    void (*choose)(attn::AttentionOptions&);
    std::string (*why_not)(const attn::Document&); // why it cannot be chosen now; empty: it can
    /// Whether documents like this one have any use for it; else no list shows it.
    bool (*is_offered)(const attn::Document&) = [](const attn::Document&) { return true; };
};
std::span<const ModelChoice> model_choices();

/// The lines of the Model menu in order, that of the heads with the actions of heads; "" stands for
/// a line between them.
std::span<const std::string_view> model_parts();

} // namespace app
