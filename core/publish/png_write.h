// SPDX-License-Identifier: MIT
// Pixels as a PNG file, as fast as it can be made without becoming large.
#pragma once

#include "core/figure/figure.h"

#include <string>

namespace attn::publish {

/// A PNG of 8 bits for each of red, green and blue, and alpha if any pixel is not opaque. The same
/// pixels give the same bytes on the same version of the compressor.
std::string write_png(const figure::Pixels& pixels);

std::string png_compressor_version();

} // namespace attn::publish
