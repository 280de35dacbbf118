// SPDX-License-Identifier: MIT
// Pictures that follow each other as a GIF file, by giflib.
#pragma once

#include "core/base/result.h"
#include "core/figure/figure.h"

#include <string>
#include <vector>

namespace attn::publish {

/// A GIF that begins again after its last picture, which stays for a second. All have 256 colours
/// together: the commonest as they are, of the others each as the nearest of these; what is
/// transparent is white. `hundredths`: how long a picture stays, in hundredths of a second. Smaller
/// pictures stand in the upper left corner of the largest. The error says what giflib refused.
Result<std::string> write_gif(const std::vector<figure::Pixels>& pictures, int hundredths);

} // namespace attn::publish
