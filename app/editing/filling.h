// SPDX-License-Identifier: MIT
// Asking for random numbers: generator, distribution and seed.
#pragma once

#include "app/session/frame.h"

namespace app {

void begin_filling(const Frame& frame);
/// The same for the factor of the numbers there are.
void begin_scaling(const Frame& frame);
/// Fills in the numbers and closes the question; a seed that is none stays open with its fault.
void confirm_filling(const Frame& frame);
/// Another generator; a distribution that it has not gives way to one that every generator has.
void choose_generator(attn::RandomFill& random, attn::Generator generator);
/// The program text that makes the same numbers, or why there is none.
std::string filling_source(const Filling& filling);

void press_in_filling(const Frame& frame, const KeyPress& key);
void type_in_filling(const Frame& frame, const std::string& text);

} // namespace app
