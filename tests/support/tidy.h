// SPDX-License-Identifier: MIT
// Checks that a figure's texts and matrices lie inside it and apart.
#pragma once

#include "core/figure/base/figure.h"

#include <string>
#include <vector>

namespace attn::testing {

struct TextBox {
    figure::Rect rect;
    const figure::Text* text;
};
std::vector<TextBox> text_boxes(const figure::Figure& figure);

std::vector<figure::Line> lines_of(const figure::Figure& figure);

/// Expects texts inside the figure, not overlapping and not too small.
void expect_tidy(const figure::Figure& figure, const std::string& what);

/// Expects matrices inside the figure and not overlapping.
void expect_matrices_apart(const figure::Figure& figure, const std::string& what);

} // namespace attn::testing
