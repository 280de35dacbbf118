// SPDX-License-Identifier: MIT
// A number that moves by itself, up and down, until somebody stops it: the temperature, or a cell
// of an input. All of it is one step of undo.
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
/// It stays where it is by now.
void pause_playing(const Frame& frame);
/// The number of this moment, in seconds of any clock, is asked for; in how many seconds the next
/// one is due.
std::optional<double> follow_playing(const Frame& frame, double seconds);

} // namespace app
