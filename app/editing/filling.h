// SPDX-License-Identifier: MIT
// The card that asks for random numbers: generator, distribution and seed.
#pragma once

#include "app/session/frame.h"

namespace app {

void begin_filling(const Frame& frame);
/// The same for a factor that multiplies the present numbers.
void begin_scaling(const Frame& frame);
/// Fills in the numbers and closes the card. An invalid seed keeps it open with a fault.
void confirm_filling(const Frame& frame);
/// Sets the generator. A distribution that it does not have is replaced by one that all have.
void choose_generator(attn::RandomFill& random, attn::Generator generator);
/// Returns program text that makes the same numbers, or why there is none.
std::string filling_source(const Filling& filling);

void press_in_filling(const Frame& frame, const KeyPress& key);
void type_in_filling(const Frame& frame, const std::string& text);

} // namespace app
