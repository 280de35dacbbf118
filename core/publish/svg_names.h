// SPDX-License-Identifier: MIT
// The names inside an SVG of Cairo, made the same in every run.
#pragma once

#include <string>

namespace attn::publish {

/// Cairo numbers images and sources by a counter of the process: "image46", "source-47". Here they
/// are numbered from 0 in the order they appear, so that the same figure gives the same bytes.
std::string with_steady_names(const std::string& svg);

} // namespace attn::publish
