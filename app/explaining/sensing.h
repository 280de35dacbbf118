// SPDX-License-Identifier: MIT
// What moves a number: begun and left, brought up to date with what is shown, and the way from one
// of the strongest inputs to the next.
#pragma once

#include "app/session/frame.h"

#include <functional>

namespace app {

bool is_sensing(const Frame& frame);
/// The canvas shows what moves the number, which must exist.
void begin_sensing(const Frame& frame, const attn::Place& of);
/// Whether there was anything to leave.
bool leave_sensing(const Frame& frame);

/// Brings the gradient up to date with what is shown: at once where that is quick, so that it
/// follows a drag with every frame; else on a thread, and the last one stays until then. `wake` is
/// called from that thread.
void follow_sensing(const Frame& frame, const std::function<void()>& wake);
/// Whether the thread brought a gradient that was not taken yet.
bool has_sensed(const Frame& frame);

/// Whether there is an input to go to.
bool has_strongest(const Frame& frame);
/// From the number to the input that moves it most, from there to the next; after the last one
/// comes the number again.
void visit_next_strongest(const Frame& frame);

} // namespace app
