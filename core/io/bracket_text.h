// SPDX-License-Identifier: MIT
// Finds numbers in brackets within other text: printed arrays, program text, JSON, MATLAB,
// Mathematica; also reads what is next to them and changes them. Only for core/io/paste.cpp.
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

} // namespace attn::io
