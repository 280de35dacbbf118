// SPDX-License-Identifier: MIT
// The inside of one group of brackets: numbers, arithmetic, rows, further brackets. Only for
// core/io/bracket_text.cpp.
#pragma once

#include "core/base/matrix.h"
#include "core/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace attn::io {

/// What brackets hold: rows of numbers, or further brackets.
struct BracketNode {
    std::size_t begin = 0; // of its bracket in the text
    std::vector<std::vector<Real>> rows = {
        {}}; // more than one only if semicolons or lines part them
    std::vector<std::size_t> row_begins = {0};
    std::vector<BracketNode> inner;
};

struct BracketGroupRead {
    BracketNode node;
    std::size_t end = 0; // behind the closing bracket
    std::size_t numbers = 0;
    bool has_semicolons = false, has_commas = false;
    std::vector<std::size_t> lines; // how many numbers stood before each end of a line
    std::string marked; // a number whose marks of thousands were taken out; mostly empty
};

/// Reads the group whose bracket stands at `at`. The error names line and column, what was found
/// and what was expected.
Result<BracketGroupRead> read_bracket_group(std::string_view text, std::size_t at);

/// Whether the group at `at` holds anything that looks like a number, words in quotes and what is
/// in parentheses apart; `end`: behind it.
bool looks_like_numbers(std::string_view text, std::size_t at, std::size_t& end);

/// Its matrices in order: one if the brackets are one or two deep.
Result<std::vector<Matrix>> matrices_of(std::string_view text, const BracketNode& node);

} // namespace attn::io
