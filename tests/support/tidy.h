// SPDX-License-Identifier: MIT
// Checks that a figure's texts and matrices lie inside it and apart.
#pragma once

#include "core/figure/base/figure.h"

#include <string>
#include <vector>

namespace attn::test {

struct TextBox {
    figure::Rect rect;
    const figure::Text* text;
};
std::vector<TextBox> text_boxes(const figure::Figure& figure);

std::vector<figure::Line> lines_of(const figure::Figure& figure);

/// Whether one of the figure's texts is this.
bool has_text(const figure::Figure& figure, const std::string& whole);

/// Whether one of the figure's texts has this in it.
bool says(const figure::Figure& figure, const std::string& part);

/// Expects texts inside the figure, not overlapping and not too small.
void expect_tidy(const figure::Figure& figure, const std::string& what);

/// Expects matrices inside the figure and not overlapping.
void expect_matrices_apart(const figure::Figure& figure, const std::string& what);

} // namespace attn::test
