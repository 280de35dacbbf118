// SPDX-License-Identifier: MIT
#include "core/io/markup_text.h"

#include "core/base/text_lines.h"
#include "core/io/matrix_beside.h"
#include "core/io/number_word.h"
#include "core/io/paste.h"
#include "core/io/text_cells.h"

#include <algorithm>

namespace attn::io {
namespace {

/// Splits a line at its bars; an escaped bar is text.
std::vector<std::string> markdown_cells(std::string_view line) {
    line = trimmed(line);
    if (line.starts_with("|"))
        line.remove_prefix(1);
    std::vector<std::string> cells(1);
    for (std::size_t at = 0; at < line.size(); ++at) {
        if (line[at] == '\\' && at + 1 < line.size())
            cells.back() += line[++at];
        else if (line[at] == '|')
            cells.emplace_back();
        else
            cells.back() += line[at];
    }
    if (trimmed(cells.back()).empty() && line.ends_with("|"))
        cells.pop_back();
    return cells;
}

/// Whether the line has only bars, dashes and colons.
bool is_rule(std::string_view line) {
    line = trimmed(line);
    return line.find('|') != std::string_view::npos && line.find('-') != std::string_view::npos &&
           line.find_first_not_of("|-: \t") == std::string_view::npos;
}

bool is_bold(std::string_view cell) {
    cell = trimmed(cell);
    return cell.size() > 4 && cell.starts_with("**") && cell.ends_with("**");
}

} // namespace

bool is_markdown(std::string_view text) {
    const auto lines = text_lines(text);
    return lines.size() > 2 &&
           std::any_of(lines.begin() + 1, lines.end(), [](auto line) { return is_rule(line); });
}

Result<std::vector<TextTable>> read_markdown(std::string_view text) {
    std::vector<TextTable> tables;
    const auto lines = text_lines(text);
    for (std::size_t at = 1; at < lines.size(); ++at) {
        if (!is_rule(lines[at]) || lines[at - 1].find('|') == std::string_view::npos)
            continue;
        TextCells cells = {markdown_cells(lines[at - 1])};
        bool has_labels = true;
        for (std::size_t row = at + 1;
             row < lines.size() && lines[row].find('|') != std::string_view::npos; ++row) {
            cells.push_back(markdown_cells(lines[row]));
            std::string& first = cells.back().front();
            has_labels = has_labels && (is_bold(first) || !is_number_cell(first));
            for (std::string& cell : cells.back())
                if (is_bold(cell))
                    cell = trimmed(cell).substr(2, trimmed(cell).size() - 4);
        }
        if (tables.size() == max_pasted_grids)
            return Error{"there are more than " + std::to_string(max_pasted_grids) + " tables"};
        if (cells.size() < 2)
            return Error{"the Markdown table has no line of numbers"};
        has_labels = has_labels || trimmed(cells[0].front()).empty();
        auto table = table_of_cells(cells, true, has_labels && cells[0].size() > 1);
        if (!table)
            return table.error();
        const std::string_view last = lines[at + cells.size() - 1];
        const auto offset = [&](std::string_view line) {
            return static_cast<std::size_t>(line.data() - text.data());
        };
        if (auto fault = changes_table(text, offset(lines[at - 1]), offset(last) + last.size()))
            return *std::move(fault);
        tables.push_back(*std::move(table));
        at += cells.size() - 1;
    }
    if (tables.empty())
        return Error{"there is no Markdown table in the text"};
    return tables;
}

} // namespace attn::io
