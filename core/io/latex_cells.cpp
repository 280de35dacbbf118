// SPDX-License-Identifier: MIT
#include "core/io/latex_cells.h"

#include "core/base/number_text.h"
#include "core/io/cell_text.h"
#include "core/io/number_spelling.h"
#include "core/io/text_cells.h"

#include <algorithm>

namespace attn::io {

void replace_each(std::string& text, std::string_view from, std::string_view to) {
    for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
}

std::string plain_words(std::string_view words) {
    std::string text(trimmed(words));
    for (const std::string_view look :
         {"\\displaystyle", "\\mathbf", "\\mathrm", "\\textbf", "\\textit", "\\text", "\\bm",
          "\\boldsymbol", "\\left", "\\right", "\\,", "\\;", "\\!", "\\ ", "$", "\\[", "\\("})
        replace_each(text, look, "");
    text.erase(
        std::remove_if(text.begin(), text.end(), [](char c) { return c == '{' || c == '}'; }),
        text.end());
    replace_each(text, "\\_", "_");
    replace_each(text, "\\%", "%");
    replace_each(text, "\\&", "&");
    replace_each(text, "\\#", "#");
    return std::string(trimmed(text));
}

namespace {

/// Removes the rules between lines from the cell.
std::string without_rules(std::string_view cell) {
    std::string text(trimmed(cell));
    for (const std::string_view rule :
         {"\\hline", "\\toprule", "\\midrule", "\\bottomrule", "\\addlinespace"})
        replace_each(text, rule, " ");
    for (const std::string_view rule : {"\\cmidrule", "\\cline"})
        for (auto at = text.find(rule); at != std::string::npos; at = text.find(rule)) {
            const auto close = text.find('}', at);
            text.erase(at, close == std::string::npos ? close : close + 1 - at);
        }
    return std::string(trimmed(text));
}

/// Returns one cell: a number in digits, or words.
std::string plain_cell(std::string_view cell) {
    const std::string text = without_rules(cell);
    const auto spelled = latex_spelling(text);
    if (!spelled)
        return plain_words(text);
    const std::string plain(trimmed(*spelled));
    if (plain.find_first_of("*/^(") == std::string::npos &&
        plain.find_first_of("\\") == std::string::npos && text.find('\\') == std::string::npos)
        return plain_words(text);
    for (const Marks marks : {Marks::Point, Marks::Comma})
        if (const auto read = read_number(plain, {marks, true, true}); read && read->is_calculated)
            return marks == Marks::Point ? shortest(read->value) : plain;
    if (number_word(plain) || number_word(plain, true) || plain.ends_with("%"))
        return plain;
    return plain_words(text);
}

TextCells latex_cells(std::string_view body) {
    TextCells cells;
    while (!body.empty()) {
        const auto end = body.find("\\\\");
        std::string_view row = body.substr(0, end);
        body = end == std::string_view::npos ? std::string_view() : body.substr(end + 2);
        if (body.starts_with("[")) // \\[2pt]
            body = body.substr(std::min(body.find(']'), body.size() - 1) + 1);
        std::vector<std::string> line;
        std::size_t from = 0;
        for (std::size_t at = 0; at <= row.size(); ++at)
            if (at == row.size() || (row[at] == '&' && (at == 0 || row[at - 1] != '\\'))) {
                line.push_back(plain_cell(row.substr(from, at - from)));
                from = at + 1;
            }
        if (line.size() > 1 || !line.front().empty())
            cells.push_back(std::move(line));
    }
    return cells;
}

} // namespace

Result<TextTable> latex_table(std::string_view body, bool may_have_names) {
    const TextCells cells = latex_cells(body);
    if (cells.empty())
        return Error{"the LaTeX matrix is empty"};
    bool has_labels = may_have_names, has_header = false;
    if (may_have_names) {
        for (std::size_t row = cells.size() > 1 ? 1 : 0; row < cells.size(); ++row)
            has_labels = has_labels && cells[row].size() > 1 && !is_number_cell(cells[row].front());
        if (cells.size() > 1) {
            const auto names = [&](std::size_t from) {
                return cells[0].size() > from &&
                       std::none_of(cells[0].begin() + static_cast<std::ptrdiff_t>(from),
                                    cells[0].end(), is_number_cell);
            };
            has_header = names(has_labels ? 1 : 0);
            has_labels = has_labels || (has_header && cells[0].front().empty());
            // If a first row of numbers has a number where other rows have a name, there are no
            // names.
            if (!has_header && has_labels && is_number_cell(cells[0].front()))
                has_labels = false;
        }
    }
    return table_of_cells(cells, has_header, has_labels);
}

} // namespace attn::io
