// SPDX-License-Identifier: MIT
// Numbers that a lecturer covers and reveals, and what a class expects of them.
#pragma once

#include "app/session/frame.h"

#include <optional>

namespace app {

/// What is covered or revealed: the number under the pointer, or the selection that it belongs to.
std::optional<attn::CellRange> pointed_range(const Frame& frame);
/// Covers it, or reveals it where a number of it is covered.
void toggle_cover(const Frame& frame);
/// Covers the whole matrix of the selected number.
void cover_matrix(const Frame& frame);

void reveal(const Frame& frame, const attn::CellRange& cells);
void reveal_all(const Frame& frame);
/// Selects and reveals the number, if there is one.
void reveal_at(const Frame& frame, const std::optional<attn::Place>& place);
bool has_covers(const Frame& frame);

/// Says how far off the number is that was expected, and which usual mistakes give it. Its cell
/// shows both until another is selected.
void say_how_far_off(const Frame& frame, const attn::Place& place, attn::Real expected);

/// Whether something can be expected of the weight, which is covered.
bool can_expect(const Frame& frame, const attn::Place& weight);
/// From 0 to 1, in hundredths; the others of its row stay as they are expected.
void expect(const Frame& frame, const attn::Place& weight, attn::Real value);
/// By so much more of the selected weight.
void expect_more(const Frame& frame, attn::Real by);
bool can_expect_more(const Frame& frame);

} // namespace app
