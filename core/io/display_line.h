// SPDX-License-Identifier: MIT
// Classifies one line of a displayed matrix. Only for core/io/display_text.cpp.
#pragma once

#include "core/base/matrix.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn::io {

/// The columns named by a line above a block.
struct Span {
    Index first = 0, last = 0;
};

/// The meaning of one line of a display.
struct DisplayLine {
    enum class Kind {
        Blank,
        Data,
        Name,     // "A ="
        Factor,   // "1.0e+03 *"
        Columns,  // "Columns 1 through 8"
        Shape,    // "2×2 Matrix{Float64}:"
        Footer,   // "[torch.FloatTensor of size 2x2]", "[2 rows x 2 columns]", "dtype: float64"
        RColumns, // "     [,1] [,2]"
        Wrapped,  // pandas continues below: a header that ends in a backslash
        Passed    // "Diagonal Matrix", a prompt
    };
    Kind kind = Kind::Data;
    std::string name;
    Real factor = 1;
    Span columns;
    Index rows = 0, width = 0; // for Shape and Footer; −1: not given
};

DisplayLine classified(std::string_view text);

std::vector<std::string> words_in(std::string_view line);

/// Reads a whole number from 0 on; empty if it is too large to count anything.
std::optional<Index> count_in(std::string_view digits);

/// Reads "[,3]" as 3 with `is_column`, "[3,]" as 3 without.
std::optional<Index> r_index(std::string_view word, bool is_column);

} // namespace attn::io
