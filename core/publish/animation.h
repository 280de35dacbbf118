// SPDX-License-Identifier: MIT
// One figure while a number goes from one value to another: as an animation, or as small pictures
// beside each other.
#pragma once

#include "core/publish/pictures.h"

#include <string>
#include <vector>

namespace attn::publish {

constexpr std::size_t usual_frames = 24, usual_multiples = 6;

/// A GIF of the figure at every step of the sweep of the request, or of the usual one.
Result<std::string> animation(const Document& document, const PictureRequest& request,
                              const Type& type = {});

/// The request with one range of colours for all documents, where each would have its own: of one
/// matrix, and of the weights of all heads.
PictureRequest with_common_range(const std::vector<Document>& documents,
                                 const PictureRequest& request);
/// A number of three digits, without zeros at its end: "0.25", "−1".
std::string brief_number(Real value);
/// "temperature 0.5", "W_Q[0,1] = −2": which step a picture shows.
std::string step_text(const Document& document, const Sweep& sweep, std::size_t at, std::size_t of);

} // namespace attn::publish
