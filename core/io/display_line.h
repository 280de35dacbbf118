// SPDX-License-Identifier: MIT
// What one line of a display tells. Only for core/io/display_text.cpp.
#pragma once

#include "core/base/matrix.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn::io {

/// The columns that a line above a block names.
struct Span {
    Index first = 0, last = 0;
};

/// What one line of a display is.
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
        Wrapped,  // pandas goes on below: a header that ends in a backslash
        Passed    // "Diagonal Matrix", a prompt
    };
    Kind kind = Kind::Data;
    std::string name;
    Real factor = 1;
    Span columns;
    Index rows = 0, width = 0; // of Shape and Footer; −1: not told
};

DisplayLine classified(std::string_view text);

std::vector<std::string> words_in(std::string_view line);

/// A whole number from 0 that could count what is read.
std::optional<Index> count_in(std::string_view digits);

/// "[,3]" → 3 with `is_column`, "[3,]" → 3 without.
std::optional<Index> r_index(std::string_view word, bool is_column);

} // namespace attn::io
