// SPDX-License-Identifier: MIT
#include "core/io/json_layout.h"

#include "core/io/json_literal.h"

namespace attn::io {
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

std::string json_object(const JsonMembers& members, const std::string& indent) {
    std::string text = "{";
    for (const auto& [key, value] : members)
        text += (text.size() == 1 ? "\n" : ",\n") + indent + "  " + json_string(key) + ": " + value;
    return text + (members.empty() ? "" : "\n" + indent) + "}";
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

std::string in_quotes(std::string_view word) {
    return "\"" + std::string(word) + "\"";
}

} // namespace attn::io
