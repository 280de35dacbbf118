// SPDX-License-Identifier: MIT
#include "core/base/utf8.h"
#include "core/io/display_text.h"
#include "core/io/matrix_beside.h"
#include "core/io/number_word.h"
#include "core/io/table_cell.h"
#include "core/io/text_cells.h"

#include <algorithm>
#include <array>

namespace attn::io {
namespace {

constexpr std::array<std::string_view, 8> bars = {"│", "┃", "║", "┆", "╎", "┊", "|", "¦"};

std::size_t bar_at(std::string_view text) {
    for (const std::string_view bar : bars)
        if (text.starts_with(bar))
            return bar.size();
    return 0;
}

/// Whether the line belongs to a box and has no words: dashes, corners, bars.
bool is_box_rule(std::string_view line) {
    line = trimmed(line);
    // Polars writes "---" between names and types of columns, which is not a rule.
    if (!line.starts_with('|') && bar_at(line) > 0 && line.find('-') != std::string_view::npos)
        return false;
    bool has_dash = false;
    while (!line.empty()) {
        const Character letter = first_character(line);
        const bool is_drawn = letter.code >= 0x2500 && letter.code <= 0x257F;
        if (!is_drawn && std::string_view("+-=|: ").find(line.front()) == std::string_view::npos)
            return false;
        has_dash = has_dash || line.front() == '-' || line.front() == '=' ||
                   letter.code == 0x2500 || letter.code == 0x2501 || letter.code == 0x2550;
        line.remove_prefix(letter.length);
    }
    return has_dash;
}

std::vector<std::string> box_cells(std::string_view line) {
    line = trimmed(line);
    std::vector<std::string> cells;
    line.remove_prefix(bar_at(line));
    cells.emplace_back();
    while (!line.empty()) {
        if (const std::size_t bar = bar_at(line); bar > 0) {
            line.remove_prefix(bar);
            cells.emplace_back();
            continue;
        }
        cells.back() += line.front();
        line.remove_prefix(1);
    }
    if (trimmed(cells.back()).empty())
        cells.pop_back();
    for (std::string& cell : cells) {
        std::string_view plain = trimmed(cell);
        if (plain.size() > 1 && plain.front() == '"' && plain.back() == '"')
            plain = plain.substr(1, plain.size() - 2);
        cell = std::string(plain);
    }
    return cells;
}

bool is_corner_rule(std::string_view line) {
    line = trimmed(line);
    return line.starts_with("┌") || line.starts_with("╔") || line.starts_with("╭") ||
           line.starts_with("┏") || line.starts_with("+-") || line.starts_with("+=");
}

} // namespace

Result<std::optional<Display>> read_box(std::string_view text) {
    std::vector<std::string_view> lines;
    for (std::string_view rest = text; !rest.empty();) {
        const auto end = rest.find('\n');
        lines.push_back(rest.substr(0, end));
        rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    }
    // A box begins with a corner; tables of Org and psql have a rule with "+" in them.
    const auto is_begin = [&](std::string_view line) {
        return is_corner_rule(line) ||
               (is_box_rule(line) && line.find('+') != std::string_view::npos &&
                line.find('-') != std::string_view::npos);
    };
    if (std::none_of(lines.begin(), lines.end(), is_begin))
        return std::optional<Display>();
    TextCells head, body;
    std::vector<TextCells> parts(1);
    std::size_t begin = text.size(), end = 0; // where the box stands in the text
    for (std::size_t at = 0; at < lines.size(); ++at) {
        const std::string_view line = trimmed(lines[at]);
        const bool is_rule = is_box_rule(line);
        const bool has_bar = std::any_of(bars.begin(), bars.end(), [&](std::string_view bar) {
            return line.find(bar) != std::string_view::npos;
        });
        if (is_rule || has_bar) {
            const auto offset = static_cast<std::size_t>(line.data() - text.data());
            begin = std::min(begin, offset);
            end = offset + line.size();
        }
        if (is_rule) {
            if (!parts.back().empty())
                parts.emplace_back();
            continue;
        }
        if (has_bar)
            parts.back().push_back(box_cells(line));
    }
    if (parts.back().empty())
        parts.pop_back();
    if (parts.empty())
        return std::optional<Display>();
    const bool has_head =
        parts.size() > 1 && !parts.front().empty() &&
        std::none_of(parts.front().front().begin(), parts.front().front().end(),
                     [](const std::string& cell) { return is_number_cell(cell); });
    // Polars writes the types of the columns below their names.
    if (has_head)
        head.push_back(parts.front().front());
    for (std::size_t part = has_head ? 1 : 0; part < parts.size(); ++part)
        body.insert(body.end(), parts[part].begin(), parts[part].end());
    for (const TextCells* rows : {&head, &body})
        for (const auto& row : *rows)
            for (const std::string& cell : row)
                if (is_left_out(cell))
                    return Error{no_number(cell, false)};
    if (body.empty())
        return Error{"the table has no line of numbers"};
    bool has_labels = body.front().size() > 1;
    for (const auto& row : body)
        has_labels = has_labels && !row.empty() && !is_number_cell(row.front());
    has_labels = has_labels || (has_head && head.front().front().empty());
    TextCells cells = head;
    cells.insert(cells.end(), body.begin(), body.end());
    auto table = table_of_cells(cells, has_head, has_labels);
    if (!table)
        return table.error();
    if (auto fault = changes_table(text, begin, end))
        return *std::move(fault);
    // "shape: (2, 2)" above the box.
    if (const auto at = text.find("shape: ("); at != std::string_view::npos) {
        const std::string_view shape = text.substr(at + 8, text.find(')', at) - at - 8);
        const auto rows = number_word(shape.substr(0, shape.find(',')));
        if (rows && *rows != static_cast<Real>(table->matrix.rows()))
            return Error{"found " + std::to_string(table->matrix.rows()) +
                         " rows, and the text says shape: (" + std::string(shape) +
                         "); print all of them, with pl.Config.set_tbl_rows(-1) in Polars"};
    }
    DisplayedMatrix shown{"", *std::move(table), {}};
    shown.applied = applied_to(shown.table);
    return std::optional(Display{"table in a box", {std::move(shown)}});
}

} // namespace attn::io
