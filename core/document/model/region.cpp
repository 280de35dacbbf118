// SPDX-License-Identifier: MIT
#include "core/document/model/region.h"

#include "core/base/number_text.h"
#include "core/document/model/sheet.h"

#include <vector>

namespace attn {
namespace {

std::string text_of(const Lines& lines) {
    if (!lines.first)
        return ":";
    const std::string first = std::to_string(*lines.first);
    return lines.count == 1 ? first : first + ":" + std::to_string(*lines.first + lines.count);
}

std::vector<std::string_view> split(std::string_view text) {
    std::vector<std::string_view> parts;
    for (auto comma = text.find(','); comma != std::string_view::npos; comma = text.find(',')) {
        parts.push_back(text.substr(0, comma));
        text.remove_prefix(comma + 1);
    }
    parts.push_back(text);
    return parts;
}

} // namespace

std::optional<Lines> parse_lines(std::string_view text) {
    if (text == ":")
        return Lines{};
    const auto colon = text.find(':');
    const auto first = whole_number(text.substr(0, colon));
    if (!first)
        return std::nullopt;
    if (colon == std::string_view::npos)
        return Lines{first, 1};
    const auto end = whole_number(text.substr(colon + 1));
    if (!end || *end <= *first)
        return std::nullopt;
    return Lines{first, *end - *first};
}

std::string to_text(const Region& region) {
    const bool is_by_query = attn::is_by_query(region.sheet.stage);
    if (!region.rows.first && !region.columns.first && !is_by_query)
        return to_text(region.sheet);
    return to_text(region.sheet) + "[" +
           (is_by_query ? std::to_string(region.sheet.query) + "," : std::string()) +
           text_of(region.rows) + "," + text_of(region.columns) + "]";
}

Result<Region> parse_region(std::string_view text) {
    const auto wrong = [&](const std::string& what) {
        return Error{"\"" + std::string(text) + "\" " + what};
    };
    const auto open = text.find('[');
    const auto sheet = parse_sheet(text.substr(0, open));
    if (!sheet)
        return sheet.error();
    Region region{*sheet, {}, {}};
    if (open == std::string_view::npos)
        return region;
    if (!text.ends_with(']'))
        return wrong("has no closing bracket");
    const auto parts = split(text.substr(open + 1, text.size() - open - 2));
    const bool is_by_query = attn::is_by_query(sheet->stage);
    if (parts.size() != (is_by_query ? 3U : 2U))
        return wrong(is_by_query ? "needs three parts: query, rows and columns"
                                 : "needs two parts: rows and columns");
    const auto rows = parse_lines(parts[parts.size() - 2]), columns = parse_lines(parts.back());
    const auto query = is_by_query ? whole_number(parts[0]) : std::optional<Index>(0);
    if (!rows || !columns || !query)
        return wrong("has a row or column that cannot be read; write 1, 0:2 or : for all, as in "
                     "weights[1,:]");
    region.sheet.query = *query;
    region.rows = *rows;
    region.columns = *columns;
    return region;
}

std::optional<CellRange> cells_of(const Document& document, const Region& region) {
    if (!exists(document, region.sheet))
        return std::nullopt;
    const Shape shape = shape_of(document, region.sheet);
    const auto first = [](const Lines& lines) { return lines.first.value_or(0); };
    const auto count = [](const Lines& lines, Index all) {
        return lines.first ? lines.count : all;
    };
    const CellRange cells{region.sheet, first(region.rows), first(region.columns),
                          count(region.rows, shape.rows), count(region.columns, shape.columns)};
    if (cells.row + cells.rows > shape.rows || cells.column + cells.columns > shape.columns ||
        cells.rows == 0 || cells.columns == 0)
        return std::nullopt;
    return cells;
}

} // namespace attn
