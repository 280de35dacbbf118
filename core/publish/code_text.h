// SPDX-License-Identifier: MIT
// Text building blocks of programs in every language: numbers, rows, comments and templates. Knows
// no stages and no languages.
#pragma once

#include "core/base/matrix.h"
#include "core/engine/place.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attn::publish {

/// A sentence or two for people, then the lines of code, each ended by a line break.
struct CodePart {
    std::string words;
    std::string code;
    std::vector<SheetId> computed = {}; // each is a variable after these lines
};

/// How a language writes NaN and infinity.
struct NonFiniteNames {
    std::string_view not_a_number, infinity;
};

/// Writes the number so that every language reads back the same double. Whole numbers stay short
/// ("2"), −0 is "-0.0".
std::string code_number(Real value, const NonFiniteNames& names);

/// The marks around rows of numbers: `begin` 1, 2, 3 `end`; `after_last` ends the last row.
struct RowMarks {
    std::string begin, end, after_last;
};
std::string code_rows(const Matrix& matrix, const RowMarks& marks, const NonFiniteNames& names);

/// Joins the text to one line without anything that would end a comment.
std::string comment_text(std::string_view text);
/// Breaks words into comment lines that each begin with `mark` and hold at most 100 characters.
std::string comment_lines(std::string_view words, const std::string& mark);
/// Indents every line of the code.
std::string indented(const std::string& code, int blanks);
/// Joins the parts: "a, b, c".
std::string listed(const std::vector<std::string>& parts, std::string_view between = ", ");

/// Keys and their replacements.
using Values = std::vector<std::pair<std::string, std::string>>;
/// Replaces every {key} in the text; braces around anything else stay.
std::string filled(std::string_view text, const Values& values);

} // namespace attn::publish
