// SPDX-License-Identifier: MIT
#include "core/document/model/written_place.h"

#include "core/base/nearest.h"
#include "core/base/utf8.h"
#include "core/document/model/region.h"
#include "core/document/model/sheet.h"

#include <algorithm>
#include <utility>

namespace attn {

Place written_place(const Document& document, Place place) {
    if (document.convention == Convention::TokensAsColumns)
        std::swap(place.row, place.column);
    return place;
}

std::string place_text(const Document& document, const Place& place) {
    return entry(place, document.convention);
}

Result<Place> parse_written_place(const Document& document, std::string_view text) {
    auto place = parse_place(text);
    if (place)
        *place = written_place(document, *place);
    return place;
}

namespace {

/// The rows or the columns of a matrix as it is written.
struct WrittenLines {
    std::string_view name; // "row"
    Index count = 0;
    const std::vector<std::string>* words = nullptr; // their names; null if they are numbered
};

std::string_view without_blanks(std::string_view text) {
    while (text.starts_with(' '))
        text.remove_prefix(1);
    while (text.ends_with(' '))
        text.remove_suffix(1);
    return text;
}

/// Parses "1", "0:2", ":" or a word into lines.
Result<Lines> lines_named(const WrittenLines& lines, std::string_view text) {
    const std::string line(lines.name);
    if (const auto read = parse_lines(text)) {
        if (!read->first || *read->first + read->count <= lines.count)
            return *read;
        return Error{"there is no " + line + " " + std::to_string(*read->first + read->count - 1) +
                     "; " +
                     (lines.count == 1 ? "there is one " + line + ", 0"
                                       : line + "s are 0 to " + std::to_string(lines.count - 1))};
    }
    if (!lines.words)
        return Error{cite(text) + " is no " + line + "; write a number, 0:2, or : for all"};
    const auto begin = lines.words->begin(), end = lines.words->end();
    const auto first = std::find(begin, end, text);
    if (first == end)
        return Error{"there is no word " + cite(text) +
                     "; write a word of the document or its "
                     "number" +
                     did_you_mean(text, *lines.words)};
    if (const auto second = std::find(first + 1, end, text); second != end)
        return Error{"the word " + cite(text) + " is at " + std::to_string(first - begin) +
                     " and at " + std::to_string(second - begin) + "; write its number"};
    return Lines{first - begin, 1};
}

/// Parses the text in the brackets: "cat", or rows and columns.
Result<Region> lines_of(const Document& document, const SheetId& sheet, std::string_view inside) {
    const WrittenForm form = written_form(document, sheet);
    const WrittenLines rows{"row", form.shape.rows, words_of(document, form.row_role)};
    const WrittenLines columns{"column", form.shape.columns, words_of(document, form.column_role)};
    Region region{sheet, {}, {}};
    const auto comma = inside.find(',');
    if (comma == std::string_view::npos && !rows.words && !columns.words)
        return Error{to_text(sheet) + " has no words; write rows and columns, as in " +
                     to_text(sheet) + "[0,:]"};
    if (comma != std::string_view::npos && inside.find(',', comma + 1) != std::string_view::npos)
        return Error{"a matrix has rows and columns only; write them as in " + to_text(sheet) +
                     "[0,:]"};
    const bool are_rows = comma != std::string_view::npos || rows.words;
    const bool are_columns = comma != std::string_view::npos || !rows.words;
    const auto read = [&](const WrittenLines& lines, std::string_view text, Lines& into) {
        auto found = lines_named(lines, without_blanks(text));
        if (found)
            into = *found;
        return found;
    };
    if (are_rows)
        if (auto found = read(rows, inside.substr(0, comma), region.rows); !found)
            return found.error();
    if (are_columns)
        if (auto found = read(columns, inside.substr(are_rows ? comma + 1 : 0), region.columns);
            !found)
            return found.error();
    if (form.is_transposed)
        std::swap(region.rows, region.columns);
    return region;
}

} // namespace

CellRange all_cells(const Document& document, const SheetId& sheet) {
    const Shape shape = shape_of(document, sheet);
    return {sheet, 0, 0, shape.rows, shape.columns};
}

std::vector<CellRange> all_cells(const Document& document, const std::vector<SheetId>& sheets) {
    std::vector<CellRange> list;
    for (const SheetId& sheet : sheets)
        list.push_back(all_cells(document, sheet));
    return list;
}

Result<CellRange> parse_written_cells(const Document& document, std::string_view text) {
    const auto open = text.find('[');
    const auto sheet = parse_sheet(text.substr(0, open));
    if (!sheet)
        return sheet.error();
    if (!exists(document, *sheet))
        return Error{"the document has no " + to_text(*sheet)};
    if (open == std::string_view::npos)
        return all_cells(document, *sheet);
    if (!text.ends_with(']'))
        return Error{cite(text) + " has no closing bracket"};
    const auto region = lines_of(document, *sheet, text.substr(open + 1, text.size() - open - 2));
    if (!region)
        return Error{std::string(text.substr(0, open)) + ": " + region.error().message};
    const auto cells = cells_of(document, *region);
    return cells ? Result<CellRange>(*cells) : Error{cite(text) + " has no cells"};
}

std::string cells_text(const Document& document, const CellRange& cells) {
    const Shape shape = shape_of(document, cells.sheet);
    const auto lines = [](Index first, Index count, Index all) {
        return count == all ? Lines{} : Lines{first, count};
    };
    Region region{cells.sheet, lines(cells.row, cells.rows, shape.rows),
                  lines(cells.column, cells.columns, shape.columns)};
    if (document.convention == Convention::TokensAsColumns)
        std::swap(region.rows, region.columns);
    return to_text(region);
}

std::vector<std::string_view> list_parts(std::string_view list) {
    std::vector<std::string_view> parts;
    int depth = 0;
    std::size_t begin = 0;
    for (std::size_t at = 0; at <= list.size(); ++at) {
        const bool is_end = at == list.size();
        depth += !is_end && list[at] == '[' ? 1 : !is_end && list[at] == ']' ? -1 : 0;
        if (!is_end && (list[at] != ',' || depth > 0))
            continue;
        const std::string_view part = without_blanks(list.substr(begin, at - begin));
        if (!part.empty() || !is_end || !parts.empty())
            parts.push_back(part);
        begin = at + 1;
    }
    return parts;
}

} // namespace attn
