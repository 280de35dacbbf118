// SPDX-License-Identifier: MIT
#include "core/io/bracket_group.h"
#include "core/io/number_spelling.h"
#include "core/io/number_word.h"
#include "core/io/paste.h"
#include "core/io/text_place.h"

#include <algorithm>

namespace attn::io {
namespace {

Result<> collect(std::string_view text, const BracketNode& node, std::vector<Matrix>& into) {
    const auto add = [&](const std::vector<const std::vector<Real>*>& rows,
                         const std::vector<std::size_t>& begins) -> Result<> {
        if (rows.empty() || rows.front()->empty())
            return Error{"the brackets are empty", place_in(text, node.begin)};
        if (into.size() == max_pasted_grids)
            return Error{"there are more than " + std::to_string(max_pasted_grids) + " matrices",
                         place_in(text, node.begin)};
        const std::size_t width = rows.front()->size();
        Matrix matrix(static_cast<Index>(rows.size()), static_cast<Index>(width));
        for (std::size_t row = 0; row < rows.size(); ++row) {
            if (rows[row]->size() != width)
                return Error{"found " + std::to_string(rows[row]->size()) +
                                 (rows[row]->size() == 1 ? " number" : " numbers") + " in row " +
                                 std::to_string(row) + ", expected " + std::to_string(width) +
                                 " as in row 0",
                             place_in(text, begins[row])};
            std::copy(rows[row]->begin(), rows[row]->end(),
                      matrix.row(static_cast<Index>(row)).begin());
        }
        into.push_back(std::move(matrix));
        return Nothing{};
    };
    std::vector<const std::vector<Real>*> rows;
    if (node.inner.empty()) {
        for (const auto& row : node.rows)
            rows.push_back(&row);
        return add(rows, node.row_begins);
    }
    const auto is_row = [](const BracketNode& inner) {
        return inner.inner.empty() && inner.rows.size() == 1;
    };
    if (std::all_of(node.inner.begin(), node.inner.end(), is_row)) {
        std::vector<std::size_t> begins;
        for (const BracketNode& inner : node.inner) {
            rows.push_back(&inner.rows.front());
            begins.push_back(inner.begin);
        }
        return add(rows, begins);
    }
    for (const BracketNode& inner : node.inner) {
        if (is_row(inner))
            return Error{"found a row beside matrices, expected brackets as deep as the others",
                         place_in(text, inner.begin)};
        if (const auto added = collect(text, inner, into); !added)
            return added.error();
    }
    return Nothing{};
}

/// Whether the word looks like a number or arithmetic: "1.5", "-1/2", "2*3".
bool is_like_number(std::string_view word) {
    return std::any_of(word.begin(), word.end(), is_numeral) &&
           word.find_first_not_of("0123456789.+-*/^eE%_") == std::string_view::npos;
}

} // namespace

bool looks_like_numbers(std::string_view text, std::size_t at, std::size_t& end) {
    const auto close = closing(text, at);
    // for a bracket that is never closed, its line
    end = close == std::string_view::npos ? at + 1 : close + 1;
    const std::string_view inside = text.substr(
        at + 1,
        (close == std::string_view::npos ? std::min(text.find('\n', at), text.size()) : close) -
            at - 1);
    // a Python comprehension is a program
    if (inside.find(" for ") != std::string_view::npos &&
        inside.find(" in ") != std::string_view::npos)
        return false;
    int depth = 0;
    std::string word;
    char quote = '\0';
    for (const char letter : inside) {
        if (quote != '\0') {
            quote = letter == quote ? '\0' : quote;
            continue;
        }
        if (letter == '"' || (letter == '\'' && word.empty())) {
            quote = letter;
            continue;
        }
        depth += letter == '(' ? 1 : letter == ')' ? -1 : 0;
        if (depth > 0)
            continue;
        if (std::string_view(" \t\r\n").find(letter) != std::string_view::npos ||
            std::string_view(",;[]{}()").find(letter) != std::string_view::npos) {
            if (is_like_number(word))
                return true;
            word.clear();
            continue;
        }
        word += letter;
    }
    return is_like_number(word);
}

Result<std::vector<Matrix>> matrices_of(std::string_view text, const BracketNode& node) {
    std::vector<Matrix> matrices;
    if (const auto collected = collect(text, node, matrices); !collected)
        return collected.error();
    return matrices;
}

} // namespace attn::io
