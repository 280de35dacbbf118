// SPDX-License-Identifier: MIT
// A number that moves by itself, up and down, until somebody stops it: the temperature, a cell of
// an input, or d_k. All of it is one step of undo.
#pragma once

#include "app/session/frame.h"

#include <optional>

namespace app {

/// From a tenth to ten.
void play_temperature(const Frame& frame);
/// A fiftieth of that way more, or by −1 less.
void step_temperature(const Frame& frame, int by, bool is_repeat);
/// The selected number, from below to above what it is.
void play_number(const Frame& frame);
bool can_play_number(const Frame& frame);
/// The width of queries and keys, from 1 to twice what it is.
void play_d_k(const Frame& frame);
bool can_play_d_k(const attn::Document& document);
/// One more, or by −1 one less.
void step_d_k(const Frame& frame, int by, bool is_repeat);
/// A slider has it, from when it is taken to when it is let go (nothing).
void hold_d_k(const Frame& frame, std::optional<attn::Index> wanted);
/// Where the play and the slider end.
attn::Index most_d_k(const attn::Document& document);
/// The columns of W_Q and W_K that the document has, up to that width. Further ones are drawn: by
/// NumPy's generator, seed 42 for the first matrix, 43 for the next, normal, with the mean and the
/// spread of the matrix. So each size has the columns of every smaller one.
attn::Result<attn::Document> with_d_k(const attn::Document& base, attn::Index d_k);

/// Whether what is typed plays by Space and goes up and down by the arrows.
bool plays(const EditTarget& target);
/// Whether that is what plays now, by the clock.
bool is_playing(const Frame& frame, const EditTarget& target);
/// Space, and an arrow, in such a field.
void play_target(const Frame& frame);
void step_target(const Frame& frame, int by, bool is_repeat);

/// It stays where it is by now.
void pause_playing(const Frame& frame);
/// The number of this moment, in seconds of any clock, is asked for; in how many seconds the next
/// one is due.
std::optional<double> follow_playing(const Frame& frame, double seconds);

} // namespace app
