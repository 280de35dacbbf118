// SPDX-License-Identifier: MIT
// Writes the options of a stage as code: the number for one head, or for the current head of a
// loop.
#pragma once

#include "core/publish/code_walk.h"

#include <string>
#include <vector>

namespace attn::publish {

/// Writes the number in the line's language.
std::string number_code(const Line& line, Real number);
/// The slope of each head that computes the stage, as code; a single slope if the heads are not in
/// a loop.
std::vector<std::string> slopes_code(const Line& line);
/// The bucket of each distance key − query, from 1 − queries to keys − 1, as code.
std::vector<std::string> buckets_code(const Line& line);
/// "of key - query from -2 to 3".
std::string words_about_buckets(const Line& line);
/// Divides a bias of distances by the temperature: " / 0.5"; empty for temperature 1.
std::string over_temperature(const Line& line, Real temperature);
/// The column of sinks for a head: `loop` if the heads are in a loop.
std::string sink_code(const Line& line, const std::string& loop, Index first);
/// The divisor in the power of sinusoidal waves if all sines stand before all cosines: ", 2";
/// otherwise empty.
std::string waves_code(const Line& line);
/// The factor of the exponent with the language's operator: " / (2 * 0.5 ** 2)"; empty without a σ.
std::string kernel_code(const Line& line, const std::string& power);

} // namespace attn::publish
