// SPDX-License-Identifier: MIT
// Describes a table that was read, and finds another possible reading.
#include "core/io/table_text.h"

namespace attn::io {

std::string describe(const Dialect& dialect) {
    std::string text = dialect.separator == '\t'  ? "tabs"
                       : dialect.separator == ';' ? "semicolons"
                       : dialect.separator == ',' ? "commas"
                                                  : "blanks";
    if (dialect.has_decimal_comma)
        text += ", decimal commas";
    if (dialect.has_header)
        text += ", a header line";
    if (dialect.has_labels)
        text += ", row names";
    return text;
}

std::string describe(const TextTable& table) {
    return std::to_string(table.matrix.rows()) + " × " + std::to_string(table.matrix.cols()) +
           " with " + describe(table.dialect);
}

std::vector<std::string> applied_to(const TextTable& table) {
    std::vector<std::string> said;
    if (!table.thousands.empty())
        said.push_back("read " + table.thousands + " with thousands marks");
    if (!table.comments.empty())
        said.push_back(
            "passed over " + std::to_string(table.comments.size()) +
            (table.comments.size() == 1 ? " comment, in line " : " comments, first in line ") +
            std::to_string(table.comments.front()));
    return said;
}

std::optional<TextTable> other_reading(std::string_view text, const TextTable& table) {
    Dialect dialect = table.dialect;
    if (table.dialect.separator != ',' || table.dialect.has_decimal_comma) {
        // Only thousands separators leave the decimal mark open.
        dialect.has_decimal_comma = !dialect.has_decimal_comma;
        auto other = read_table(text, dialect);
        const bool is_open = other && (!table.thousands.empty() || !other->thousands.empty()) &&
                             (table.dialect.has_decimal_comma || !table.thousands.empty()) &&
                             other->matrix != table.matrix;
        return is_open ? std::optional(*std::move(other)) : std::nullopt;
    }
    // Commas that separate cells could be decimal commas only if spaces or nothing separate the
    // cells. A header with names between commas shows that commas separate.
    if (table.dialect.has_header)
        return std::nullopt;
    dialect.separator = ' ';
    dialect.has_decimal_comma = true;
    auto other = read_table(text, dialect);
    if (!other || other->matrix.size() == table.matrix.size())
        return std::nullopt;
    return *std::move(other);
}

} // namespace attn::io
