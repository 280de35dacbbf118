// SPDX-License-Identifier: MIT
// Pointing at a number lights up what it is made of; clicking one locks it, and from number to
// number one goes back and forward.
#pragma once

#include "app/session/frame.h"

namespace app {

/// What lies under the pointer, or nothing: the places of its derivation light up, in their order.
/// Without a number under the pointer those of the selected one.
void point_at(const Frame& frame, const std::optional<attn::Place>& place);

/// Selects a number and remembers the one before; shows its head and, of weighted values, its
/// query.
void visit(const Frame& frame, const attn::Place& place);

bool can_go_back(const Frame& frame);
bool can_go_forward(const Frame& frame);
void go_back(const Frame& frame);
void go_forward(const Frame& frame);

} // namespace app
