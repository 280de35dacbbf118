// SPDX-License-Identifier: MIT
// Numbers in brackets among other text: printed arrays, program text, JSON, MATLAB, Mathematica,
// each with what stands beside it and changes it. Only for core/io/paste.cpp.
#pragma once

#include "core/base/matrix.h"
#include "core/base/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn::io {

/// One group of brackets with everything in it.
struct BracketGroup {
    std::size_t begin = 0, end = 0; // in the text, the brackets included
    std::string label;              // the words before it on its line or, failing that, above it
    std::size_t line = 0;           // where it begins, from 0
    std::size_t end_line = 0;
    bool begins_line = false;         // nothing but blanks stands before it on its line
    std::string form;                 // "NumPy array", "PyTorch tensor", "list", "MATLAB matrix"
    bool is_list = false;             // one row without inner brackets
    std::vector<Matrix> matrices;     // several if the brackets are three deep or more
    std::vector<std::string> applied; // "transposed, as .T says"
    std::vector<std::string> row_names, column_names; // empty: none
    std::optional<Error> unnamed; // its label is a fault unless it names a row among others
};

struct BracketText {
    std::vector<BracketGroup> groups; // those that hold numbers only
    std::optional<Error> fault;       // of the first group that looked like numbers and was none
};

BracketText bracket_groups(std::string_view text);

} // namespace attn::io
