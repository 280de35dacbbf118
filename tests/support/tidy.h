// SPDX-License-Identifier: MIT
// Where the texts of a figure stand, and whether they lie inside it and apart.
#pragma once

#include "core/figure/figure.h"

#include <string>
#include <vector>

namespace attn::testing {

struct TextBox {
    figure::Rect rect;
    const figure::Text* text;
};
std::vector<TextBox> text_boxes(const figure::Figure& figure);

std::vector<figure::Line> lines_of(const figure::Figure& figure);

/// No text over another, none outside, none too small.
void expect_tidy(const figure::Figure& figure, const std::string& what);

/// No matrix over another, and none outside.
void expect_matrices_apart(const figure::Figure& figure, const std::string& what);

} // namespace attn::testing
