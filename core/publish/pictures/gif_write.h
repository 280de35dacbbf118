// SPDX-License-Identifier: MIT
// Writes a series of pictures as an animated GIF, by giflib.
#pragma once

#include "core/base/result.h"
#include "core/figure/base/figure.h"

#include <string>
#include <vector>

namespace attn::publish {

/// Makes a GIF that repeats; the last picture stays for a second. All pictures share 256 colours:
/// the most common ones exactly, every other one as the nearest of these. What is transparent
/// becomes white. `hundredths`: how long each picture stays, in hundredths of a second. Smaller
/// pictures stand in the upper left corner of the largest. The error says what giflib refused.
Result<std::string> write_gif(const std::vector<figure::Pixels>& pictures, int hundredths);

} // namespace attn::publish
