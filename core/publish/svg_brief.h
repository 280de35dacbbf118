// SPDX-License-Identifier: MIT
// A figure as an SVG of few bytes, to stand in a page (page_file.h): what many shapes share is said
// once, as a class or as a shape that is used again, lengths have one decimal, and quotes stand
// only where HTML needs them. It looks like write_svg's, which is for whoever edits it afterwards.
#pragma once

#include "core/figure/figure.h"

#include <string>

namespace attn::publish {

/// One unit of the figure is one pixel. Texts are centred where they were measured, so that another
/// face moves none of them.
std::string write_brief_svg(const figure::Figure& figure, const figure::Measure& measure);

} // namespace attn::publish
