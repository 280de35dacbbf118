// SPDX-License-Identifier: MIT
// The text that programs of every language are made of: numbers, rows, comments, texts with places
// to fill. It knows no stage and no language.
#pragma once

#include "core/base/matrix.h"
#include "core/engine/place.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attn::publish {

/// A sentence or two in words, then the lines that do it, each ended by a line break.
struct CodePart {
    std::string words;
    std::string code;
    std::vector<SheetId> computed = {}; // what the lines compute, each a variable afterwards
};

/// How a language writes what is not finite.
struct NonFiniteNames {
    std::string_view not_a_number, infinity;
};

/// The number so that it reads back as the same double in every language here; whole numbers stay
/// short ("2"), −0 is "-0.0".
std::string code_number(Real value, const NonFiniteNames& names);

/// Rows of numbers: `row_begin` 1, 2, 3 `row_end`, the last row without `last`.
struct RowMarks {
    std::string begin, end, after_last;
};
std::string code_rows(const Matrix& matrix, const RowMarks& marks, const NonFiniteNames& names);

/// One line without anything that ends a comment.
std::string comment_text(std::string_view text);
/// Words as lines that each begin with `mark` and hold at most 100 characters.
std::string comment_lines(std::string_view words, const std::string& mark);
/// Every line of the code moved to the right.
std::string indented(const std::string& code, int blanks);
/// "a, b, c".
std::string listed(const std::vector<std::string>& parts, std::string_view between = ", ");

/// Keys and what stands for them.
using Values = std::vector<std::pair<std::string, std::string>>;
/// The text with every {key} replaced; braces around anything else stay.
std::string filled(std::string_view text, const Values& values);

} // namespace attn::publish
