// SPDX-License-Identifier: MIT
#include "core/publish/code_text.h"

#include "core/base/number_text.h"
#include "core/base/utf8.h"

#include <algorithm>
#include <cmath>

namespace attn::publish {

std::string code_number(Real value, const NonFiniteNames& names) {
    if (std::isnan(value))
        return std::string(names.not_a_number);
    if (std::isinf(value))
        return (value < 0 ? "-" : "") + std::string(names.infinity);
    std::string text = shortest(value);
    // Long whole numbers would be read as integers, and minus zero as the integer 0.
    constexpr Real long_whole = 1e6;
    const bool is_integer = text.find_first_of(".e") == std::string::npos;
    if (is_integer && (std::abs(value) >= long_whole || (value == 0 && std::signbit(value))))
        text += ".0";
    return text;
}

std::string code_rows(const Matrix& matrix, const RowMarks& marks, const NonFiniteNames& names) {
    std::string text;
    for (Index row = 0; row < matrix.rows(); ++row) {
        text += marks.begin;
        for (Index column = 0; column < matrix.cols(); ++column)
            text += (column == 0 ? "" : ", ") + code_number(matrix(row, column), names);
        text += (row + 1 < matrix.rows() ? marks.end : marks.after_last) + "\n";
    }
    return text;
}

std::string comment_text(std::string_view text) {
    std::string line = printable(text, 120);
    for (std::size_t at = line.find("*/"); at != std::string::npos; at = line.find("*/"))
        line.replace(at, 2, "* /");
    // Characters that could end a Python string or continue it on the next line.
    for (char& letter : line)
        if (letter == '\\' || letter == '"')
            letter = letter == '"' ? '\'' : '/';
    return line;
}

std::string comment_lines(std::string_view words, const std::string& mark) {
    constexpr std::size_t width = 92;
    std::string text, line;
    const auto finish = [&] {
        text += mark + line + "\n";
        line.clear();
    };
    for (std::size_t at = 0; at < words.size();) {
        const std::size_t end = std::min(words.find(' ', at), words.size());
        const std::string_view word = words.substr(at, end - at);
        if (!line.empty() && line.size() + word.size() + 1 > width)
            finish();
        line += (line.empty() ? "" : " ") + std::string(word);
        at = end + 1;
    }
    if (!line.empty())
        finish();
    return text;
}

std::string indented(const std::string& code, int blanks) {
    std::string text;
    for (std::size_t at = 0; at < code.size();) {
        const std::size_t end = code.find('\n', at) + 1;
        if (end - at > 1)
            text += std::string(static_cast<std::size_t>(blanks), ' ');
        text += code.substr(at, end - at);
        at = end;
    }
    return text;
}

std::string listed(const std::vector<std::string>& parts, std::string_view between) {
    std::string text;
    for (const std::string& part : parts)
        text += (text.empty() ? "" : std::string(between)) + part;
    return text;
}

std::string filled(std::string_view text, const Values& values) {
    std::string made;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = text[at] == '{' ? text.find('}', at) : std::string_view::npos;
        const auto value = std::find_if(values.begin(), values.end(), [&](const auto& one) {
            return end != std::string_view::npos && one.first == text.substr(at + 1, end - at - 1);
        });
        made += value != values.end() ? value->second : std::string(1, text[at]);
        at = value != values.end() ? end + 1 : at + 1;
    }
    return made;
}

} // namespace attn::publish
