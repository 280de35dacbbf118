// SPDX-License-Identifier: MIT
// Numbers that a lecturer covers and reveals, and the values a class expects for them.
#pragma once

#include "app/session/frame.h"

#include <optional>

namespace app {

/// What an action would cover or reveal: what is selected, else the number under the pointer.
std::optional<attn::CellRange> range_to_cover(const Frame& frame);
/// Covers this range, or reveals it if any of its numbers is covered.
void toggle_cover(const Frame& frame);
/// Covers the whole matrix of the selected number.
void cover_matrix(const Frame& frame);

void reveal(const Frame& frame, const attn::CellRange& cells);
void reveal_all(const Frame& frame);
/// Reveals what is selected if it is covered, else the first covered number.
void reveal_next(const Frame& frame);
/// Selects and reveals the number, if there is one.
void reveal_at(const Frame& frame, const std::optional<attn::Place>& place);
bool has_covers(const Frame& frame);

/// Shows how far the expected number is off and which common mistakes give it. The cell shows both
/// until another is selected.
void say_how_far_off(const Frame& frame, const attn::Place& place, attn::Real expected);

/// The covered number that is selected by itself, or typed over: the one that is guessed.
std::optional<attn::Place> guessed(const Frame& frame);
/// What was said about the last guess while its number is selected and seen; null if nothing.
const GuessVerdict* seen_verdict(const attn::Document& document, const attn::View& view,
                                 const UiState& ui);

/// Drops what was said about a guess, in the cell and in the status bar, if its number is covered
/// again.
void forget_covered_verdict(const attn::Document& document, UiState& ui);

/// Whether the user can set an expected value for this covered weight.
bool can_expect(const Frame& frame, const attn::Place& weight);
/// Sets the expected weight, from 0 to 1 in hundredths. The others of its row keep their expected
/// values.
void expect(const Frame& frame, const attn::Place& weight, attn::Real value);
/// Adds `by` to the expected value of the selected weight.
void expect_more(const Frame& frame, attn::Real by);
bool can_expect_more(const Frame& frame);

} // namespace app
