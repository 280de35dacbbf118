// SPDX-License-Identifier: MIT
#include "core/io/text/table_text.h"

#include "core/base/result.h"
#include "core/base/utf8.h"
#include "core/io/text/cell_text.h"
#include "core/io/text/number_word.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

namespace attn::io {

// Splits a text table into lines of cells.

struct TableCell {
    std::string_view text; // without its quotes; doubled quotes are still doubled
    bool is_quoted = false;
};
struct TableLine {
    std::size_t number = 0; // counts from 1, as in editors
    bool is_indented = false;
    std::vector<TableCell> cells;
};

/// Returns the cell's text, in UTF-8.
std::string text_of(const TableCell& cell);

/// Makes the error of a cell; line and column count from 1.
Error at_cell(std::size_t line, std::size_t column, const std::string& what);

/// Returns the nonempty lines, split into cells at the separator; a space stands for any run of
/// spaces.
Result<std::vector<TableLine>> lines_of_cells(std::string_view text, char separator);

namespace {

bool is_decimal_digit(char letter) {
    return letter >= '0' && letter <= '9';
}

std::string_view without_sign(std::string_view cell) {
    constexpr std::string_view minus = "\u2212";
    if (cell.starts_with(minus))
        return cell.substr(minus.size());
    return cell.starts_with('-') || cell.starts_with('+') ? cell.substr(1) : cell;
}

/// Reads a finite number in digits, not a named one ("True").
std::optional<Real> plain_number(std::string_view text, bool decimal_comma) {
    const std::string_view digits = without_sign(trimmed(text));
    if (digits.empty() || !(is_decimal_digit(digits[0]) || digits[0] == '.' || digits[0] == ','))
        return std::nullopt;
    const auto value = number_word(text, decimal_comma);
    return value && std::isfinite(*value) ? value : std::nullopt;
}

/// Reads "1/2", "-3 / 4".
std::optional<Real> fraction(std::string_view cell, bool decimal_comma) {
    const auto slash = cell.find('/');
    if (slash == std::string_view::npos)
        return std::nullopt;
    const auto above = plain_number(cell.substr(0, slash), decimal_comma);
    const auto below = above ? plain_number(cell.substr(slash + 1), decimal_comma) : std::nullopt;
    if (!below || *below == 0)
        return std::nullopt;
    return *above / *below;
}

/// Reads "55%", "12.5 %".
std::optional<Real> percent(std::string_view cell, bool decimal_comma) {
    if (!cell.ends_with('%'))
        return std::nullopt;
    const auto value = plain_number(cell.substr(0, cell.size() - 1), decimal_comma);
    return value ? std::optional(*value / 100) : std::nullopt;
}

/// Whether the cell can only be arithmetic: it has a digit, and an operator that is not part of a
/// date, range or name.
bool is_arithmetic(std::string_view cell) {
    if (cell.size() > max_cell_text || std::none_of(cell.begin(), cell.end(), is_decimal_digit))
        return false;
    const bool may_be_date = std::all_of(cell.begin(), cell.end(), [](char letter) {
        return is_decimal_digit(letter) || letter == '/' || letter == '-' || letter == ' ';
    });
    if (may_be_date)
        return false;
    for (const std::string_view sign : {"/", "*", "^", "(", "×", "·", "⋅", "÷", "∕", "π"})
        if (cell.find(sign) != std::string_view::npos)
            return true;
    return cell.find('+', 1) != std::string_view::npos;
}

/// Removes a currency sign from the cell: "$1,234.50", "5 €".
std::string_view without_currency(std::string_view cell) {
    cell = trimmed(cell);
    for (const std::string_view sign : {"€", "$", "£", "¥", "₹", "EUR", "USD", "GBP", "CHF"}) {
        if (cell.starts_with(sign))
            return trimmed(cell.substr(sign.size()));
        if (cell.ends_with(sign))
            return trimmed(cell.substr(0, cell.size() - sign.size()));
    }
    return cell;
}

bool equals(std::string_view text, std::string_view lower) {
    return std::equal(text.begin(), text.end(), lower.begin(), lower.end(), [](char a, char b) {
        return (a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a) == b;
    });
}

} // namespace

std::optional<Real> CellReader::number(std::string_view cell, bool decimal_comma) {
    cell = trimmed(cell);
    const Marks marks = decimal_comma ? Marks::Comma : Marks::Point;
    if (const auto read = read_number_word(cell, marks)) {
        if (read->has_thousands && thousands_.empty())
            thousands_ = cell;
        return read->value;
    }
    if (const auto value = fraction(cell, decimal_comma))
        return value;
    if (const auto value = percent(cell, decimal_comma))
        return value;
    if (left_ == 0 || !is_arithmetic(cell))
        return std::nullopt;
    --left_;
    const auto read = read_number(cell, {marks, true, false});
    if (read && read->has_thousands && thousands_.empty())
        thousands_ = cell;
    return read ? std::optional(read->value) : std::nullopt;
}

bool has_form_of_number(std::string_view cell) {
    cell = without_currency(cell);
    constexpr std::size_t looked_at = 2000; // more digits cannot be a number
    std::string_view rest = without_sign(trimmed(cell)).substr(0, looked_at);
    const auto digits = [&rest] {
        const auto end = std::min(rest.find_first_not_of("0123456789"), rest.size());
        rest.remove_prefix(end);
        return end > 0;
    };
    bool has_digits = digits();
    while (!rest.empty() && (rest.front() == '.' || rest.front() == ',')) {
        rest.remove_prefix(1);
        has_digits = digits() || has_digits;
    }
    if (!has_digits || rest.empty())
        return has_digits;
    // An exponent; Fortran writes it with a D.
    if (std::string_view("eEdD").find(rest.front()) == std::string_view::npos)
        return false;
    rest = without_sign(rest.substr(1));
    return digits() && rest.empty();
}

bool is_broken_number(std::string_view cell) {
    cell = trimmed(cell);
    constexpr std::array<std::string_view, 7> missing = {"na",   "n/a", "#n/a", "<na>",
                                                         "null", "nil", "none"};
    const bool is_fault = cell.starts_with('#') && (cell.ends_with('!') || cell.ends_with('?'));
    return cell.empty() || is_fault || cell.starts_with("Err:") || has_form_of_number(cell) ||
           std::any_of(missing.begin(), missing.end(),
                       [&](std::string_view word) { return equals(cell, word); });
}

bool is_left_out(std::string_view cell) {
    constexpr std::array<std::string_view, 6> signs = {"...", "..", "…", "⋮", "⋯", "⋱"};
    return std::find(signs.begin(), signs.end(), trimmed(cell)) != signs.end();
}

std::string no_number(std::string_view cell, bool decimal_comma) {
    const std::string expected = decimal_comma ? "expected a number such as 1,5, 1e-3 or 1/2"
                                               : "expected a number such as 1.5, 1e-3 or 1/2";
    if (trimmed(cell).empty())
        return "the cell is empty; " + expected;
    if (is_left_out(cell))
        return "found " + cite(cell) +
               ": a part of the table is left out; print all of it, with "
               "pd.set_option('display.max_rows', None, 'display.max_columns', None) in pandas, or "
               "save it as CSV";
    const auto exponent = cell.find_first_of("eE");
    const bool is_too_large = has_form_of_number(cell) && exponent != std::string_view::npos &&
                              number_word(cell.substr(0, exponent), decimal_comma);
    return "found " + cite(cell) +
           (is_too_large ? ", which is beyond the largest number, about 1.8e308; " : ", ") +
           expected;
}

// Turns them into a table with tabs, which read_table() reads.
Result<TextTable> table_of_cells(const TextCells& cells, bool has_header, bool has_labels) {
    std::string text;
    for (const auto& row : cells) {
        for (std::size_t at = 0; at < row.size(); ++at) {
            std::string cell = row[at];
            std::replace_if(
                cell.begin(), cell.end(),
                [](char c) { return c == '\t' || c == '\n' || c == '\r' || c == '"'; }, ' ');
            // in quotes, so that an empty cell at the edge is kept
            text += (at == 0 ? "\"" : "\t\"") + std::string(trimmed(cell)) + "\"";
        }
        text += "\n";
    }
    const Dialect points{'\t', false, has_header, has_labels},
        commas{'\t', true, has_header, has_labels};
    auto table = read_table(text, points);
    const bool may_be_comma = !table || !table->thousands.empty();
    auto other = may_be_comma ? read_table(text, commas) : table;
    if (may_be_comma && table && other)
        return Error{"found " + cite(table->thousands) +
                     ", whose mark may part thousands or decimals; write it without marks of "
                     "thousands"};
    if (!table && other)
        return other;
    if (!table && table.error().where.size() > 5)
        return Error{table.error().message,
                     "the table, row and column " + table.error().where.substr(5)};
    return table;
}

bool is_number_cell(const std::string& cell) {
    CellReader reader;
    return reader.number(cell, false) || reader.number(cell, true);
}

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

std::string text_of(const TableCell& cell) {
    std::string text(cell.text);
    if (cell.is_quoted)
        for (auto at = text.find("\"\""); at != std::string::npos; at = text.find("\"\"", at + 1))
            text.erase(at, 1);
    return valid_utf8(text);
}

Error at_cell(std::size_t line, std::size_t column, const std::string& what) {
    return Error{what, "line " + std::to_string(line) + ", column " + std::to_string(column)};
}

namespace {

/// Parts a text into lines of cells.
class Parter {
public:
    Parter(std::string_view text, char separator) : text_(text), separator_(separator) {}

    Result<std::vector<TableLine>> part() {
        std::vector<TableLine> lines;
        std::size_t cells = 0;
        while (at_ < text_.size()) {
            TableLine line{number_, false, {}};
            if (const auto read = read_line(line); !read)
                return read.error();
            const bool is_blank =
                std::all_of(line.cells.begin(), line.cells.end(), [](const TableCell& cell) {
                    return cell.text.empty() && !cell.is_quoted;
                });
            cells += line.cells.size();
            if (cells > max_table_cells)
                return too_many();
            if (!is_blank)
                lines.push_back(std::move(line));
        }
        return lines;
    }

private:
    static Error too_many() {
        return Error{"the table has more than " + std::to_string(max_table_cells) +
                     " cells; choose a part of it"};
    }
    bool is_end() const { return at_ == text_.size() || text_[at_] == '\n' || text_[at_] == '\r'; }
    bool is_separator() const {
        return separator_ == ' ' ? text_[at_] == ' ' || text_[at_] == '\t'
                                 : text_[at_] == separator_;
    }
    void blanks() {
        while (!is_end() && (text_[at_] == ' ' || (text_[at_] == '\t' && separator_ != '\t')))
            ++at_;
    }

    Result<> read_line(TableLine& line) {
        line.is_indented = !is_end() && (text_[at_] == ' ' || text_[at_] == '\t');
        blanks();
        while (true) {
            blanks();
            if (separator_ == ' ' && is_end())
                break;
            TableCell cell;
            if (!is_end() && text_[at_] == '"') {
                const std::size_t begin = at_ + 1, began = number_;
                std::size_t end = begin;
                while (true) {
                    end = text_.find('"', end);
                    if (end == std::string_view::npos)
                        return at_cell(began, line.cells.size() + 1, "the quote is never closed");
                    if (end + 1 < text_.size() && text_[end + 1] == '"')
                        end += 2;
                    else
                        break;
                }
                cell = {text_.substr(begin, end - begin), true};
                number_ +=
                    static_cast<std::size_t>(std::count(cell.text.begin(), cell.text.end(), '\n'));
                at_ = end + 1;
                blanks();
                if (!is_end() && !is_separator() && separator_ != ' ')
                    return at_cell(number_, line.cells.size() + 1,
                                   "more text stands behind the closing quote");
            } else {
                const std::size_t begin = at_;
                while (!is_end() && !is_separator())
                    ++at_;
                cell = {trimmed(text_.substr(begin, at_ - begin)), false};
            }
            line.cells.push_back(cell);
            if (line.cells.size() > max_table_cells)
                return too_many();
            if (is_end())
                break;
            if (separator_ != ' ')
                ++at_;
        }
        if (at_ < text_.size())
            at_ += text_.substr(at_).starts_with("\r\n") ? 2 : 1;
        ++number_;
        return Nothing{};
    }

    std::string_view text_;
    char separator_;
    std::size_t at_ = 0;
    std::size_t number_ = 1;
};

} // namespace

Result<std::vector<TableLine>> lines_of_cells(std::string_view text, char separator) {
    return Parter(text, separator).part();
}

// Describes a table that was read, and finds another possible reading.

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

namespace {

/// Whether a spreadsheet would run the word without its leading apostrophes.
bool is_formula(std::string_view word) {
    word.remove_prefix(std::min(word.find_first_not_of('\''), word.size()));
    for (const std::string_view sign :
         {"=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"})
        if (word.starts_with(sign))
            return true;
    return false;
}

} // namespace

std::string guarded(std::string_view word) {
    return (is_formula(word) ? "'" : "") + std::string(word);
}

std::string unguarded(std::string_view word) {
    const bool has_guard = word.starts_with('\'') && is_formula(word);
    return std::string(has_guard ? word.substr(1) : word);
}

} // namespace attn::io
