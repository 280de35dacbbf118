// SPDX-License-Identifier: MIT
// How a figure looks, as JSON text, for saved styles and for the last export.
#pragma once

#include "core/document/model/figure_style.h"

#include <string>
#include <string_view>

namespace attn::io {

struct ReadStyle {
    looks::FigureStyle style; // invalid keys have their default
    std::string fault;        // the first invalid key, and what it may be; empty if there is none
    std::string key = {};     // that key
};

/// Writes one object without title and caption, which belong to one figure.
std::string style_text(const looks::FigureStyle& style);
/// Reads it back; ignores unknown keys.
ReadStyle style_of_text(std::string_view json);

} // namespace attn::io
