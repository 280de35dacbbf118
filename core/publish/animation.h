// SPDX-License-Identifier: MIT
// A figure that shows a number changing from one value to another: as an animation, or as small
// pictures side by side.
#pragma once

#include "core/publish/pictures.h"

#include <string>
#include <vector>

namespace attn::publish {

constexpr std::size_t usual_frames = 24, usual_multiples = 6;

/// Makes a GIF with one frame for each step of the request's sweep, or of the default sweep if the
/// request has none.
Result<std::string> animation(const Document& document, const PictureRequest& request,
                              const Type& type = {});

/// Returns the request with one colour range that fits all documents, if each would otherwise get
/// its own: the range of one matrix, or of the weights of all heads.
PictureRequest with_common_range(const std::vector<Document>& documents,
                                 const PictureRequest& request);
/// Writes a number with three digits and no trailing zeros: "0.25", "−1".
std::string brief_number(Real value);
/// Names the step that a picture shows: "temperature 0.5", "W_Q[0,1] = −2".
std::string step_text(const Document& document, const Sweep& sweep, std::size_t at, std::size_t of);

} // namespace attn::publish
