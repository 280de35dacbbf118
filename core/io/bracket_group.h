// SPDX-License-Identifier: MIT
// Parses the inside of one group of brackets: numbers, arithmetic, rows, nested brackets. Only for
// core/io/bracket_text.cpp.
#pragma once

#include "core/base/matrix.h"
#include "core/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace attn::io {

/// The content of a pair of brackets: rows of numbers, or nested brackets.
struct BracketNode {
    std::size_t begin = 0; // where its bracket stands in the text
    std::vector<std::vector<Real>> rows = {
        {}}; // more than one only if semicolons or line breaks separate them
    std::vector<std::size_t> row_begins = {0};
    std::vector<BracketNode> inner;
};

struct BracketGroupRead {
    BracketNode node;
    std::size_t end = 0; // after the closing bracket
    std::size_t numbers = 0;
    bool has_semicolons = false, has_commas = false;
    std::vector<std::size_t> lines; // how many numbers came before each line end
    std::string marked; // a number whose thousands separators were removed; usually empty
};

/// Reads the group whose bracket is at `at`. The error names line and column, what was found and
/// what was expected.
Result<BracketGroupRead> read_bracket_group(std::string_view text, std::size_t at);

/// Whether the group at `at` holds anything that looks like a number, ignoring quoted words and
/// text in parentheses; `end` becomes the position after it.
bool looks_like_numbers(std::string_view text, std::size_t at, std::size_t& end);

/// Returns its matrices in order: one if the brackets are one or two deep.
Result<std::vector<Matrix>> matrices_of(std::string_view text, const BracketNode& node);

} // namespace attn::io
