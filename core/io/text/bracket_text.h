// SPDX-License-Identifier: MIT
// Finds numbers in brackets within other text: printed arrays, program text, JSON, MATLAB,
// Mathematica; also reads what is next to them and changes them. Only for core/io/text/paste.cpp.
#pragma once

#include "core/base/matrix.h"
#include "core/base/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn::io {

/// One group of brackets and its content.
struct BracketGroup {
    std::size_t begin = 0, end = 0; // in the text, including the brackets
    std::string label;              // the words before it on its line, or else on the line above
    std::size_t line = 0;           // where it begins, from 0
    std::size_t end_line = 0;
    bool begins_line = false;         // only spaces before it on its line
    std::string form;                 // "NumPy array", "PyTorch tensor", "list", "MATLAB matrix"
    bool is_list = false;             // one row without inner brackets
    std::vector<Matrix> matrices;     // several if the brackets are three deep or more
    std::vector<std::string> applied; // changes that were applied: "transposed, as .T says"
    std::vector<std::string> row_names, column_names; // empty: none
    std::optional<Error>
        unnamed; // an error about its label, unless the label names one of several rows
};

struct BracketText {
    std::vector<BracketGroup> groups; // the groups that hold only numbers
    std::optional<Error> fault; // the first group that looked like numbers but could not be read
};

BracketText bracket_groups(std::string_view text);

// Finds what a program does to a matrix apart from where it writes its numbers: what was read would
// no longer be the matrix.

/// Finds a line that changes one of the named matrices after it was written: "W = W.T", "W *= 2",
/// "W[0] *= 2", "W <- W * 2". The error names the place.
std::optional<Error> changed_later(std::string_view text, const std::vector<BracketGroup>& groups);

struct TextPart {
    std::size_t begin = 0, end = 0;
};
/// Finds what R sets where it sets a part of a matrix: "W[1, 2]" of "W[1, 2] <- 5", and of
/// "W[1, 2] = 5" if equal signs are asked for, which other texts write for what is equal.
std::optional<TextPart> set_part(std::string_view text, bool has_equal_signs);

/// Returns where the expression begins that the bracket at `open` takes a part of: "m" of "m[1,
/// 2]", "f(x)" of "f(x)[1]". Empty if nothing is right before the bracket.
std::optional<std::size_t> indexed_at(std::string_view text, std::size_t open);

} // namespace attn::io
