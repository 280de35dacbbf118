// SPDX-License-Identifier: MIT
// Makes the names inside an SVG by Cairo the same in every run.
#pragma once

#include <string>

namespace attn::publish {

/// Cairo numbers images and sources by a counter of the process: "image46", "source-47". This
/// numbers them from 0 in order of appearance, so that the same figure gives the same bytes.
std::string with_steady_names(const std::string& svg);

} // namespace attn::publish
