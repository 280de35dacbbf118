// SPDX-License-Identifier: MIT
#include "core/io/document/json_literal.h"

#include "core/base/number_text.h"
#include "core/base/utf8.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace attn::io {

std::string json_string(std::string_view text) {
    return nlohmann::json(valid_utf8(text)).dump();
}

std::string json_number(Real value) {
    if (!std::isfinite(value))
        return "\"" + shortest(value) + "\"";
    // JSON readers take "-0" for the integer 0, which has no sign.
    if (value == 0 && std::signbit(value))
        return "-0.0";
    return shortest(value);
}

namespace {

template <class Grid, class ToText>
std::string rows_text(const Grid& grid, const std::string& indent, ToText to_text) {
    std::string text = "[\n";
    for (Index row = 0; row < grid.rows(); ++row) {
        text += indent + "  [";
        for (Index column = 0; column < grid.cols(); ++column)
            text += (column == 0 ? "" : ", ") + to_text(grid(row, column));
        text += row + 1 == grid.rows() ? "]\n" : "],\n";
    }
    return text + indent + "]";
}

} // namespace

std::string json_object(JsonMembers members, const std::string& indent) {
    constexpr std::size_t around = 8; // comma, line end, colon, quotes
    std::size_t length = around + indent.size();
    for (const auto& [key, value] : members)
        length += indent.size() + key.size() + value.size() + around;
    std::string text = "{";
    text.reserve(length);
    for (auto& [key, value] : members) {
        text.append(text.size() == 1 ? "\n" : ",\n").append(indent).append("  ");
        text.append(json_string(key)).append(": ").append(value);
        std::string().swap(value); // It may be all numbers of a large model.
    }
    if (!members.empty())
        text.append("\n").append(indent);
    return text += '}';
}

std::string json_rows(const Matrix& matrix, const std::string& indent) {
    return rows_text(matrix, indent, json_number);
}

std::string json_rows(const Flags& flags, const std::string& indent) {
    return rows_text(flags, indent, [](bool flag) { return std::string(flag ? "true" : "false"); });
}

std::string json_texts(const std::vector<std::string>& texts) {
    std::string text = "[";
    for (const std::string& one : texts)
        text += (text.size() == 1 ? "" : ", ") + json_string(one);
    return text + "]";
}

std::string json_indented(std::string text, const std::string& indent) {
    while (text.ends_with('\n'))
        text.pop_back();
    for (std::size_t at = text.find('\n'); at != std::string::npos;
         at = text.find('\n', at + 1 + indent.size()))
        text.insert(at + 1, indent);
    return text;
}

std::string in_quotes(std::string_view word) {
    return "\"" + std::string(word) + "\"";
}

} // namespace attn::io
