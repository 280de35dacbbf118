// SPDX-License-Identifier: MIT
#include "core/io/markup_text.h"

#include "core/base/number_text.h"
#include "core/io/number_word.h"
#include "core/io/paste.h"

#include <algorithm>
#include <array>

namespace attn::io {
namespace {

using Cells = std::vector<std::vector<std::string>>;

/// The cells as a table with tabs, which read_table() knows how to take.
Result<TextTable> table_of(const Cells& cells, bool has_header, bool has_labels) {
    std::string text;
    bool has_comma = false, is_first = true;
    for (const auto& row : cells) {
        for (std::size_t at = 0; at < row.size(); ++at) {
            std::string cell = row[at];
            std::replace_if(
                cell.begin(), cell.end(),
                [](char c) { return c == '\t' || c == '\n' || c == '\r' || c == '"'; }, ' ');
            has_comma =
                has_comma || ((!is_first || !has_header) && cell.find(',') != std::string::npos &&
                              number_word(cell, true));
            // In quotes, so that an empty cell at the edge stays one.
            text += (at == 0 ? "\"" : "\t\"") + std::string(trimmed(cell)) + "\"";
        }
        text += "\n";
        is_first = false;
    }
    Dialect dialect{'\t', false, has_header, has_labels};
    auto table = read_table(text, dialect);
    if (!table && has_comma) {
        dialect.has_decimal_comma = true;
        table = read_table(text, dialect);
    }
    if (!table)
        return Error{table.error().message,
                     "the table, row and column " + table.error().where.substr(5)};
    return table;
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
    for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
}

/// The text in the braces that begin at `at`, and where they end.
std::string_view braced(std::string_view text, std::size_t at, std::size_t& end) {
    if (at >= text.size() || text[at] != '{')
        return {};
    const auto close = text.find('}', at);
    if (close == std::string_view::npos)
        return {};
    end = close + 1;
    return text.substr(at + 1, close - at - 1);
}

/// One cell of LaTeX as plain text.
std::string plain_latex(std::string_view cell) {
    std::string text(trimmed(cell));
    for (const std::string_view rule :
         {"\\hline", "\\toprule", "\\midrule", "\\bottomrule", "\\left[", "\\right]", "\\left(",
          "\\right)", "\\displaystyle", "\\mathbf", "\\mathrm", "\\textbf", "\\text", "\\phantom-",
          "\\,", "\\;", "\\!", "\\ ", "$"})
        replace_all(text, rule, "");
    replace_all(text, "{,}", ",");
    replace_all(text, "{-}", "-");
    for (const std::string_view command : {"\\dfrac", "\\tfrac", "\\frac"}) {
        const auto at = text.find(command);
        if (at == std::string::npos)
            continue;
        std::size_t middle = 0, end = 0;
        const auto above = number_word(braced(text, at + command.size(), middle));
        const auto below = middle > 0 ? number_word(braced(text, middle, end)) : std::nullopt;
        if (above && below && end > 0)
            text.replace(at, end - at, shortest(*above / *below));
    }
    text.erase(
        std::remove_if(text.begin(), text.end(), [](char c) { return c == '{' || c == '}'; }),
        text.end());
    replace_all(text, "\\_", "_");
    return std::string(trimmed(text));
}

Cells latex_cells(std::string_view body) {
    Cells cells;
    while (!body.empty()) {
        const auto end = body.find("\\\\");
        std::string_view row = body.substr(0, end);
        body = end == std::string_view::npos ? std::string_view() : body.substr(end + 2);
        if (body.starts_with("[")) // \\[2pt]
            body = body.substr(std::min(body.find(']'), body.size() - 1) + 1);
        std::vector<std::string> line;
        while (true) {
            const auto next = row.find('&');
            line.push_back(plain_latex(row.substr(0, next)));
            if (next == std::string_view::npos)
                break;
            row.remove_prefix(next + 1);
        }
        if (line.size() > 1 || !line.front().empty())
            cells.push_back(std::move(line));
    }
    return cells;
}

bool is_number(const std::string& text) {
    return number_word(text) || number_word(text, true);
}

Result<TextTable> latex_table(std::string_view body) {
    const Cells cells = latex_cells(body);
    if (cells.empty())
        return Error{"the LaTeX matrix is empty"};
    bool has_labels = false, has_header = false;
    for (std::size_t row = 1; row < cells.size(); ++row)
        has_labels = has_labels || (cells[row].size() > 1 && !is_number(cells[row].front()));
    if (cells.size() > 1)
        has_header =
            std::none_of(cells[0].begin() + (has_labels ? 1 : 0), cells[0].end(), is_number);
    return table_of(cells, has_header, has_labels);
}

/// The cells between the bars of a line, a bar behind a backslash being text.
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

/// A line of bars, dashes and colons.
bool is_rule(std::string_view line) {
    line = trimmed(line);
    return line.find('|') != std::string_view::npos && line.find('-') != std::string_view::npos &&
           line.find_first_not_of("|-: \t") == std::string_view::npos;
}

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const auto end = text.find('\n');
        lines.push_back(text.substr(0, end));
        text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    }
    return lines;
}

bool is_bold(std::string_view cell) {
    cell = trimmed(cell);
    return cell.size() > 4 && cell.starts_with("**") && cell.ends_with("**");
}

} // namespace

bool is_latex(std::string_view text) {
    if (text.find("\\begin{") != std::string_view::npos)
        return text.find("matrix}") != std::string_view::npos ||
               text.find("{array}") != std::string_view::npos ||
               text.find("{tabular}") != std::string_view::npos;
    return text.find("\\\\") != std::string_view::npos && text.find('&') != std::string_view::npos;
}

Result<std::vector<TextTable>> read_latex(std::string_view text) {
    std::vector<TextTable> tables;
    constexpr std::string_view begin = "\\begin{", finish = "\\end{";
    if (text.find(begin) == std::string_view::npos) {
        auto table = latex_table(text);
        if (!table)
            return table.error();
        tables.push_back(*std::move(table));
        return tables;
    }
    while (true) {
        const auto at = text.find(begin);
        if (at == std::string_view::npos)
            break;
        const auto name_end = text.find('}', at);
        if (name_end == std::string_view::npos)
            break;
        const std::string_view name = text.substr(at + begin.size(), name_end - at - begin.size());
        text.remove_prefix(name_end + 1);
        const bool has_columns = name == "array" || name == "tabular";
        if (!has_columns && !name.ends_with("matrix"))
            continue;
        if (has_columns) // {rrr}
            text.remove_prefix(std::min(text.find('}'), text.size() - 1) + 1);
        const auto end = text.find(finish);
        if (end == std::string_view::npos)
            return Error{"\\begin{" + std::string(name) + "} has no \\end"};
        if (tables.size() == max_pasted_grids)
            return Error{"there are more than " + std::to_string(max_pasted_grids) + " matrices"};
        auto table = latex_table(text.substr(0, end));
        if (!table)
            return table.error();
        tables.push_back(*std::move(table));
        text.remove_prefix(end + finish.size());
    }
    if (tables.empty())
        return Error{"there is no LaTeX matrix in the text"};
    return tables;
}

bool is_markdown(std::string_view text) {
    const auto lines = lines_of(text);
    return lines.size() > 2 &&
           std::any_of(lines.begin() + 1, lines.end(), [](auto line) { return is_rule(line); });
}

Result<std::vector<TextTable>> read_markdown(std::string_view text) {
    std::vector<TextTable> tables;
    const auto lines = lines_of(text);
    for (std::size_t at = 1; at < lines.size(); ++at) {
        if (!is_rule(lines[at]) || lines[at - 1].find('|') == std::string_view::npos)
            continue;
        Cells cells = {markdown_cells(lines[at - 1])};
        bool has_labels = trimmed(cells[0].front()).empty();
        for (std::size_t row = at + 1;
             row < lines.size() && lines[row].find('|') != std::string_view::npos; ++row) {
            cells.push_back(markdown_cells(lines[row]));
            std::string& first = cells.back().front();
            has_labels = has_labels || is_bold(first) || !is_number(first);
            for (std::string& cell : cells.back())
                if (is_bold(cell))
                    cell = trimmed(cell).substr(2, trimmed(cell).size() - 4);
        }
        if (tables.size() == max_pasted_grids)
            return Error{"there are more than " + std::to_string(max_pasted_grids) + " tables"};
        if (cells.size() < 2)
            return Error{"the Markdown table has no line of numbers"};
        auto table = table_of(cells, true, has_labels && cells[0].size() > 1);
        if (!table)
            return table.error();
        tables.push_back(*std::move(table));
        at += cells.size() - 1;
    }
    if (tables.empty())
        return Error{"there is no Markdown table in the text"};
    return tables;
}

} // namespace attn::io
