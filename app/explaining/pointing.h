// SPDX-License-Identifier: MIT
// Pointing at a number highlights what it is computed from; a click selects it. Also goes back and
// forward through the selected numbers.
#pragma once

#include "app/session/frame.h"

namespace app {

/// Highlights the places of the number's derivation, in order. Without a number under the pointer,
/// uses the selected one.
void point_at(const Frame& frame, const std::optional<attn::Place>& place);

/// Returns the query word that a number belongs to, as a score, a weight or a part of an output
/// does; nothing for other numbers.
std::optional<attn::Index> query_of(const attn::Document& document, const attn::Place& place);

/// Selects a number and remembers the previous one. Shows its head and its query word.
void visit(const Frame& frame, const attn::Place& place);

bool can_go_back(const Frame& frame);
bool can_go_forward(const Frame& frame);
void go_back(const Frame& frame);
void go_forward(const Frame& frame);

} // namespace app
