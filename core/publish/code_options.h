// SPDX-License-Identifier: MIT
// What the options of a stage are in programs: numbers of one head, or of the head that a loop has
// come to.
#pragma once

#include "core/publish/code_walk.h"

#include <string>
#include <vector>

namespace attn::publish {

/// The number as code of the line's language.
std::string number_code(const Line& line, Real number);
/// The slope of each head that computes the stage, as code; one where the heads are not in a loop.
std::vector<std::string> slopes_code(const Line& line);
/// The bucket of each key − query from 1 − queries to keys − 1, as code.
std::vector<std::string> buckets_code(const Line& line);
/// "of key - query from -2 to 3".
std::string words_about_buckets(const Line& line);
/// " / 0.5": a bias of distances over the temperature; empty where that is 1.
std::string over_temperature(const Line& line, Real temperature);
/// The column of the sinks that a head reads: `loop` where the heads are in a loop.
std::string sink_code(const Line& line, const std::string& loop, Index first);
/// ", 2": what the power of sinusoidal waves is over, where sines stand before cosines; else empty.
std::string waves_code(const Line& line);
/// " / (2 * 0.5 ** 2)" with the language's operator; empty where no σ is asked for.
std::string kernel_code(const Line& line, const std::string& power);

} // namespace attn::publish
