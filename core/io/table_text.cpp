// SPDX-License-Identifier: MIT
#include "core/io/table_text.h"

#include "core/base/utf8.h"
#include "core/io/number_word.h"
#include "core/io/spreadsheet_word.h"
#include "core/io/table_cell.h"
#include "core/io/table_lines.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace attn::io {
namespace {

/// Whether a cell may be a name: its brackets are closed, and it is no arithmetic with numbers. "W
/// = [1" and "alpha * 2" are not names.
bool may_be_name(std::string_view text) {
    constexpr std::size_t longest_name = 1000;
    text = text.substr(0, longest_name);
    if (text.find_first_of("*@") != std::string_view::npos &&
        text.find_first_of("0123456789") != std::string_view::npos)
        return false;
    return std::count(text.begin(), text.end(), '[') == std::count(text.begin(), text.end(), ']') &&
           std::count(text.begin(), text.end(), '(') == std::count(text.begin(), text.end(), ')') &&
           std::count(text.begin(), text.end(), '{') == std::count(text.begin(), text.end(), '}');
}

/// Interprets cells, with either decimal mark.
class Meaning {
public:
    /// A number with the other decimal mark is not a name.
    bool is_numeric(const TableCell& cell) {
        return reader_.number(cell.text, false) || reader_.number(cell.text, true);
    }
    bool is_name(const TableCell& cell) {
        return !is_numeric(cell) && !(is_broken_number(cell.text) && !cell.is_quoted);
    }
    /// Whether the cells from `from` on are column names. Names mixed with numbers are an error,
    /// not a header.
    bool are_column_names(const std::vector<TableCell>& cells, std::size_t from) {
        bool has_name = false;
        for (std::size_t at = from; at < cells.size(); ++at) {
            if (is_numeric(cells[at]) || has_form_of_number(cells[at].text))
                return false;
            has_name = has_name || is_name(cells[at]);
        }
        return has_name;
    }
    /// Whether the first cells name the lines: none of them looks like a number.
    bool are_row_names(const std::vector<TableLine>& lines, std::size_t from) {
        bool has_name = false;
        for (std::size_t row = from; row < lines.size(); ++row) {
            if (lines[row].cells.size() < 2)
                continue;
            const TableCell& first = lines[row].cells.front();
            if (is_numeric(first) || has_form_of_number(first.text) ||
                (!first.is_quoted && !may_be_name(first.text)))
                return false;
            has_name = has_name || is_name(first);
        }
        return has_name;
    }

private:
    CellReader reader_;
};

/// Whether the table has an empty corner above the row names, ",a,b" above "x,0.5,0.5", as pandas
/// and this program write it. If only numbers are beside the corner, they must count the columns,
/// or equal the row names, or the rows must be counted; otherwise a number is missing.
bool has_empty_corner(const std::vector<TableLine>& lines, Meaning& meaning) {
    const std::vector<TableCell>& first = lines.front().cells;
    if (first.size() < 2 || !first.front().text.empty())
        return false;
    if (std::any_of(first.begin() + 1, first.end(),
                    [&](const TableCell& cell) { return meaning.is_name(cell); }))
        return true;
    bool counts_columns = true, counts_rows = true, names_agree = lines.size() == first.size();
    for (std::size_t at = 1; at < first.size(); ++at)
        counts_columns = counts_columns && first[at].text == std::to_string(at - 1);
    for (std::size_t row = 1; row < lines.size(); ++row) {
        const std::string_view name = lines[row].cells.front().text;
        counts_rows = counts_rows && name == std::to_string(row - 1);
        names_agree = names_agree && name == first[row].text;
    }
    return counts_columns || counts_rows || names_agree;
}

/// Whether the header has one cell fewer than the lines below, as R and pandas print it. Row names
/// that are numbers count as names only in quotes, below a header that leaves room for them, or if
/// both they and the header count; else the first line may be a title.
bool has_short_header(const std::vector<TableLine>& lines, char separator, Meaning& meaning) {
    const std::vector<TableCell>& first = lines.front().cells;
    bool are_quoted = true, rows_count = true;
    for (std::size_t row = 1; row < lines.size(); ++row) {
        const std::vector<TableCell>& cells = lines[row].cells;
        if (cells.size() != first.size() + 1)
            return false;
        are_quoted = are_quoted && cells.front().is_quoted;
        rows_count = rows_count && cells.front().text == std::to_string(row - 1);
    }
    bool columns_count = separator == ' ';
    for (std::size_t at = 0; at < first.size(); ++at)
        columns_count = columns_count && first[at].text == std::to_string(at);
    if (columns_count)
        return rows_count || lines.front().is_indented;
    if (!meaning.are_column_names(first, 0))
        return meaning.are_row_names(lines, 1);
    return are_quoted || (separator == ' ' && lines.front().is_indented) ||
           meaning.are_row_names(lines, 1);
}

/// Finds where the names are, after the lines were split.
Dialect understood(const std::vector<TableLine>& lines, char separator, bool decimal_comma) {
    Dialect dialect{separator, decimal_comma, false, false};
    Meaning meaning;
    const std::vector<TableCell>& first = lines.front().cells;
    if (lines.size() == 1) {
        dialect.has_labels = meaning.are_row_names(lines, 0);
        return dialect;
    }
    if (has_empty_corner(lines, meaning) || has_short_header(lines, separator, meaning)) {
        dialect.has_header = dialect.has_labels = true;
        return dialect;
    }
    const bool first_may_name = first.size() < 2 || meaning.are_column_names(first, 1);
    dialect.has_labels = meaning.are_row_names(lines, first_may_name ? 1 : 0);
    dialect.has_header = meaning.are_column_names(first, dialect.has_labels ? 1 : 0);
    return dialect;
}

/// Makes the error of a cell that should be a number.
Error fault_of(const TableLine& line, std::size_t column, const Dialect& dialect,
               bool is_exhausted) {
    constexpr std::size_t shown = 1000; // bytes; messages quote fewer
    TableCell cell = line.cells[column];
    cell.text = cell.text.substr(0, shown);
    const std::string text = text_of(cell);
    if (is_exhausted && !is_left_out(text))
        return at_cell(line.number, column + 1,
                       "found " + cite(text) + ", but more than " +
                           std::to_string(max_arithmetic_cells) +
                           " cells hold arithmetic; write their numbers");
    std::string what = no_number(text, dialect.has_decimal_comma);
    if (column == 0 && !is_broken_number(text) && !is_left_out(text))
        what += "; where the first cells name the rows, begin with a header whose first cell is "
                "empty";
    return at_cell(line.number, column + 1, what);
}

Result<TextTable> table_of(const std::vector<TableLine>& lines, const Dialect& dialect,
                           NotANumber not_a_number) {
    const std::size_t head = dialect.has_header ? 1 : 0, label = dialect.has_labels ? 1 : 0;
    if (lines.size() <= head)
        return Error{"there is no line of numbers"};
    const std::size_t width = lines[head].cells.size();
    if (width <= label)
        return at_cell(lines[head].number, 1, "there is no number");
    TextTable table;
    CellReader reader;
    table.dialect = dialect;
    table.matrix.resize(static_cast<Index>(lines.size() - head), static_cast<Index>(width - label));
    for (std::size_t row = head; row < lines.size(); ++row) {
        const TableLine& line = lines[row];
        if (line.cells.size() != width)
            return at_cell(line.number, std::min(line.cells.size(), width) + 1,
                           "the line has " + std::to_string(line.cells.size()) +
                               " cells, those before it have " + std::to_string(width));
        if (dialect.has_labels)
            table.row_names.push_back(unguarded(text_of(line.cells.front())));
        for (std::size_t column = label; column < width; ++column) {
            const TableCell& cell = line.cells[column];
            const auto number = reader.number(cell.text, dialect.has_decimal_comma);
            if (!number)
                return fault_of(line, column, dialect, reader.is_exhausted());
            if (std::isnan(*number) && not_a_number == NotANumber::Refused)
                return at_cell(line.number, column + 1,
                               "found " + cite(text_of(cell)) +
                                   ", which stands for a missing number; expected one such as 1.5, "
                                   "1e-3 or 1/2");
            table.matrix(static_cast<Index>(row - head), static_cast<Index>(column - label)) =
                *number;
        }
    }
    table.thousands = reader.thousands();
    if (dialect.has_header) {
        const std::vector<TableCell>& names = lines.front().cells;
        const bool is_short = names.size() + 1 == width && dialect.has_labels;
        if (names.size() != width && !is_short)
            return at_cell(lines.front().number, 1,
                           "the header has " + std::to_string(names.size()) +
                               " names, the lines below have " + std::to_string(width) + " cells");
        for (std::size_t column = is_short ? 0 : label; column < names.size(); ++column)
            table.column_names.push_back(unguarded(text_of(names[column])));
    }
    return table;
}

/// The lines of a text without comments.
struct Parted {
    std::vector<TableLine> lines;
    std::vector<std::size_t> comments;
    std::vector<std::string> names; // column names, from the comment above the numbers
};

bool begins_comment(const TableLine& line) {
    const TableCell& first = line.cells.front();
    return !first.is_quoted && (first.text.starts_with('#') || first.text.starts_with('%')) &&
           !is_broken_number(first.text); // "#REF!" of a spreadsheet
}

Result<Parted> part(std::string_view text, char separator) {
    auto all = lines_of_cells(text, separator);
    if (!all)
        return all.error();
    Parted parted;
    Meaning meaning;
    std::size_t width = 0;
    bool have_names = true;
    for (const TableLine& line : *all)
        if (!begins_comment(line)) {
            width =
                width == 0 && (line.cells.size() < 2 || !meaning.are_column_names(line.cells, 1))
                    ? line.cells.size()
                    : width;
            have_names = have_names && !meaning.is_numeric(line.cells.front());
        }
    for (std::size_t at = 0; at < all->size(); ++at) {
        TableLine& line = (*all)[at];
        if (!begins_comment(line)) {
            parted.lines.push_back(std::move(line));
            continue;
        }
        // "#" may be a row's name with numbers beside it.
        const bool is_row =
            line.cells.size() == width && width > 1 && have_names &&
            std::all_of(line.cells.begin() + 1, line.cells.end(),
                        [&](const TableCell& cell) { return meaning.is_numeric(cell); });
        if (is_row) {
            parted.lines.push_back(std::move(line));
            continue;
        }
        parted.comments.push_back(line.number);
        if (!parted.lines.empty() || at + 1 >= all->size() || begins_comment((*all)[at + 1]))
            continue;
        std::vector<TableCell> names = line.cells;
        names.front().text = trimmed(names.front().text.substr(1));
        if (names.front().text.empty())
            names.erase(names.begin());
        if (!names.empty() && meaning.are_column_names(names, 0))
            for (const TableCell& name : names)
                parted.names.push_back(text_of(name));
    }
    return parted;
}

/// Makes the table of the lines, with the names from comments.
Result<TextTable> table_of(const Parted& parted, const Dialect& dialect, NotANumber not_a_number) {
    auto table = table_of(parted.lines, dialect, not_a_number);
    if (!table)
        return table;
    table->comments = parted.comments;
    if (!dialect.has_header && static_cast<Index>(parted.names.size()) == table->matrix.cols())
        table->column_names = parted.names;
    return table;
}

struct SplitWay {
    char separator;
    bool decimal_comma;
};
constexpr std::array<SplitWay, 8> ways = {{{'\t', false},
                                           {'\t', true},
                                           {';', false},
                                           {';', true},
                                           {',', false},
                                           {',', true},
                                           {' ', false},
                                           {' ', true}}};

/// Whether commas occur only inside numbers with a decimal point or another thousands separator:
/// "1,234.5 -2".
bool are_thousands(const std::vector<TableLine>& lines) {
    bool has_any = false;
    for (const TableLine& line : lines)
        for (const TableCell& cell : line.cells) {
            if (cell.is_quoted || cell.text.find_first_of(",;") == std::string_view::npos)
                continue;
            const auto read = read_number_word(cell.text, Marks::Any);
            if (!read || !read->has_thousands || read->says_comma)
                return false;
            has_any = true;
        }
    return has_any;
}

/// Returns the dialect that reads the beginning of the text, or gets farthest.
SplitWay likeliest(std::string_view text) {
    constexpr std::size_t enough = std::size_t{1} << 16;
    std::string_view sample = text.substr(0, enough);
    if (sample.size() < text.size() && sample.find('\n') != std::string_view::npos)
        sample = sample.substr(0, sample.rfind('\n'));
    SplitWay best{' ', false};
    std::size_t most_numbers = 0;
    for (const SplitWay& way : ways) {
        // A separator that is not in the text is skipped.
        const bool can_part =
            way.separator == ' ' || sample.find(way.separator) != std::string_view::npos;
        if (!can_part || (way.decimal_comma && sample.find(',') == std::string_view::npos))
            continue;
        // Decimal commas in comma-separated cells must be in quotes.
        if (way.separator == ',' && way.decimal_comma && sample.find('"') == std::string_view::npos)
            continue;
        const auto parted = part(sample, way.separator);
        if (!parted || parted->lines.empty())
            continue;
        const std::vector<TableLine>* const lines = &parted->lines;
        // Spaces do not separate cells if commas or semicolons may.
        if (way.separator == ' ' && !way.decimal_comma &&
            sample.find_first_of(",;") != std::string_view::npos && !are_thousands(*lines))
            continue;
        // Commas in a single column are ambiguous.
        if (way.separator == ' ' && way.decimal_comma && lines->front().cells.size() < 2)
            continue;
        const auto read = table_of(*lines, understood(*lines, way.separator, way.decimal_comma),
                                   NotANumber::Kept);
        if (read && !way.decimal_comma && !read->thousands.empty()) {
            // Without thousands separators the other decimal mark is likelier.
            const auto other =
                table_of(*lines, understood(*lines, way.separator, true), NotANumber::Kept);
            if (other && other->thousands.empty())
                return {way.separator, true};
        }
        if (read)
            return way;
        std::size_t numbers = 0;
        CellReader reader;
        for (const TableLine& line : *lines)
            for (const TableCell& cell : line.cells)
                numbers += reader.number(cell.text, way.decimal_comma).has_value();
        if (numbers > most_numbers) {
            best = way;
            most_numbers = numbers;
        }
    }
    return best;
}

} // namespace

Result<TextTable> read_table(std::string_view text, const std::optional<Dialect>& dialect,
                             NotANumber not_a_number) {
    if (text.starts_with("\xEF\xBB\xBF"))
        text.remove_prefix(3);
    if (trimmed(text).empty())
        return Error{"there is no text"};
    const SplitWay way =
        dialect ? SplitWay{dialect->separator, dialect->has_decimal_comma} : likeliest(text);
    const auto parted = part(text, way.separator);
    if (!parted)
        return parted.error();
    if (parted->lines.empty())
        return Error{"there is no line of numbers"};
    return table_of(
        *parted, dialect ? *dialect : understood(parted->lines, way.separator, way.decimal_comma),
        not_a_number);
}

} // namespace attn::io
