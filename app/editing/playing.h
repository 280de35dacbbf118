// SPDX-License-Identifier: MIT
// Moves a number up and down by itself until it is stopped: the temperature, a cell of an input, or
// d_k. A whole play is one step of undo.
#pragma once

#include "app/session/frame.h"

#include <optional>

namespace app {

/// Plays from 0.1 to 10.
void play_temperature(const Frame& frame);
/// Moves it by a fiftieth of that range, up or with −1 down.
void step_temperature(const Frame& frame, int by, bool is_repeat);
/// Plays the selected number around its value.
void play_number(const Frame& frame);
bool can_play_number(const Frame& frame);
/// Plays the width of queries and keys, from 1 to twice its value.
void play_d_k(const Frame& frame);
bool can_play_d_k(const attn::Document& document);
/// Adds 1, or with −1 subtracts 1.
void step_d_k(const Frame& frame, int by, bool is_repeat);
/// Holds d_k at the slider's value; nothing when the slider is let go.
void hold_d_k(const Frame& frame, std::optional<attn::Index> wanted);
/// The largest d_k of the play and the slider.
attn::Index most_d_k(const attn::Document& document);
/// Returns the document with W_Q and W_K of that width: the present columns, then drawn ones. They
/// are drawn by NumPy's generator, with seed 42 for the first matrix and 43 for the next, from a
/// normal distribution with the matrix's mean and spread. So each size contains the columns of
/// every smaller one.
attn::Result<attn::Document> with_d_k(const attn::Document& base, attn::Index d_k);

/// Whether Space plays the number in this field and the arrows step it.
bool plays(const EditTarget& target);
/// Whether this target is playing now, by the clock.
bool is_playing(const Frame& frame, const EditTarget& target);
/// Space and arrows in such a field.
void play_target(const Frame& frame);
void step_target(const Frame& frame, int by, bool is_repeat);

/// Stops the play and keeps the present value.
void pause_playing(const Frame& frame);
/// Requests the number for this moment, in seconds of any steady clock. Returns the seconds until
/// the next one is due.
std::optional<double> follow_playing(const Frame& frame, double seconds);

} // namespace app
