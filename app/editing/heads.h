// SPDX-License-Identifier: MIT
// Heads as a whole: put beside one another in another order, copied, switched off. Each is made of
// commands that are one step of undo.
#pragma once

#include "core/document/history.h"
#include "core/document/view.h"

#include <string>
#include <vector>

namespace app {

/// The two heads change places, with their rows of W_O and all that belongs to a head. The error
/// says why they cannot.
attn::Result<std::vector<attn::Command>> swapped_heads(const attn::Document& document,
                                                       attn::Index one, attn::Index other);

/// `to` computes what `from` computes; what W_O makes of it stays. `to` may be the number of heads:
/// then it is added.
attn::Result<std::vector<attn::Command>> copied_head(const attn::Document& document,
                                                     attn::Index from, attn::Index to);

/// The shown head's rows of the shown W_O become 0, so that nobody reads its output.
attn::Result<attn::Command> switched_off(const attn::Document& document, const attn::View& view);

/// The same rows become what they were when they were last not all 0; what the history does not
/// know begins as the identity, as W_O does.
attn::Result<attn::Command> switched_on(const attn::Document& document,
                                        const attn::History& history, const attn::View& view);
/// Whether all of them are 0.
bool is_switched_off(const attn::Document& document, const attn::View& view);

/// Why no head can be switched off; empty: one can.
std::string why_not_switched_off(const attn::Document& document);

} // namespace app
