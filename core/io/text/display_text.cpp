// SPDX-License-Identifier: MIT
#include "core/io/text/display_text.h"

#include "core/base/matrix.h"
#include "core/base/number_text.h"
#include "core/base/utf8.h"
#include "core/io/text/cell_text.h"
#include "core/io/text/matrix_beside.h"
#include "core/io/text/number_word.h"
#include "core/io/text/paste.h"
#include "core/io/text/table_text.h"
#include "core/io/text/text_place.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn::io {

// Classifies one line of a displayed matrix.

/// The columns named by a line above a block.
struct Span {
    Index first = 0, last = 0;
};

/// The meaning of one line of a display.
struct DisplayLine {
    enum class Kind {
        Blank,
        Data,
        Name,     // "A ="
        Factor,   // "1.0e+03 *"
        Columns,  // "Columns 1 through 8"
        Shape,    // "2×2 Matrix{Float64}:"
        Footer,   // "[torch.FloatTensor of size 2x2]", "[2 rows x 2 columns]", "dtype: float64"
        RColumns, // "     [,1] [,2]"
        Wrapped,  // pandas continues below: a header that ends in a backslash
        Passed    // "Diagonal Matrix", a prompt
    };
    Kind kind = Kind::Data;
    std::string name;
    Real factor = 1;
    Span columns;
    Index rows = 0, width = 0; // for Shape and Footer; −1: not given
};

DisplayLine classified(std::string_view text);

std::vector<std::string> words_in(std::string_view line);

/// Reads a whole number from 0 on; empty if it is too large to count anything.
std::optional<Index> count_in(std::string_view digits);

/// Reads "[,3]" as 3 with `is_column`, "[3,]" as 3 without.
std::optional<Index> r_index(std::string_view word, bool is_column);

namespace {

std::string replaced(std::string text, std::string_view from, std::string_view to) {
    for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
    return text;
}

/// Adjacent lines of numbers; all other lines are blanked so that positions stay.
struct TextBlock {
    std::string text;
    std::size_t lines = 0; // in the text
    std::optional<Span> columns;
    bool is_empty = true;
};
struct Variable {
    std::string name;
    std::size_t line = 0; // where it begins, from 0
    std::optional<Real> factor;
    std::vector<TextBlock> blocks = {{}};
    Index rows = -1, width = -1;
    bool is_series = false, is_r = false;
    bool has_data() const {
        return std::any_of(blocks.begin(), blocks.end(),
                           [](const TextBlock& block) { return !block.is_empty; });
    }
};

/// Turns "     [,1] [,2]" into names, and "[1,]" into a name without brackets.
std::string plain_r(std::string_view line) {
    std::string text;
    for (const std::string& word : words_in(line)) {
        const auto column = r_index(word, true), row = r_index(word, false);
        text += column ? "V" + std::to_string(*column) + " "
                : row  ? std::to_string(*row) + " "
                       : word + " ";
    }
    return text;
}

class DisplayReader {
public:
    explicit DisplayReader(std::string_view text) : lines_(text_lines(text)) {}

    Result<std::optional<Display>> read() {
        for (const std::string_view line : lines_)
            kinds_.push_back(classified(line));
        if (std::all_of(kinds_.begin(), kinds_.end(), [](const DisplayLine& line) {
                return line.kind == Kind::Data || line.kind == Kind::Blank;
            }))
            return std::optional<Display>();
        for (at_ = 0; at_ < lines_.size(); ++at_)
            take();
        finish();
        const auto has_brackets = [](const Variable& one) {
            return std::any_of(one.blocks.begin(), one.blocks.end(), [](const TextBlock& block) {
                return block.text.find('[') != std::string::npos;
            });
        };
        // Another reader handles numbers in brackets.
        if (!is_display_ || variables_.empty() ||
            std::any_of(variables_.begin(), variables_.end(), has_brackets))
            return std::optional<Display>();
        Display display{form_, {}};
        for (Variable& one : variables_) {
            auto matrix = matrix_of(one);
            if (!matrix)
                return matrix.error();
            if (display.matrices.size() == max_pasted_grids)
                return Error{"there are more than " + std::to_string(max_pasted_grids) +
                             " matrices"};
            display.matrices.push_back(*std::move(matrix));
        }
        return std::optional(std::move(display));
    }

private:
    using Kind = DisplayLine::Kind;

    void set_form(const char* form) {
        is_display_ = true;
        if (form_.empty())
            form_ = form;
    }
    void begin(const std::string& name) {
        finish();
        now_ = Variable{};
        now_.name = name;
        now_.line = at_;
    }
    void finish() {
        if (now_.has_data())
            variables_.push_back(std::move(now_));
        now_ = Variable{};
        now_.line = at_;
    }
    void new_block(std::optional<Span> columns) {
        if (!now_.blocks.back().is_empty)
            now_.blocks.push_back({});
        now_.blocks.back().columns = columns;
    }
    void put(std::string_view line) {
        TextBlock& block = now_.blocks.back();
        block.text.append(at_ - block.lines, '\n');
        block.text.append(line).append("\n");
        block.lines = at_ + 1;
        block.is_empty = false;
    }

    /// Returns the kind of the next nonblank line.
    Kind next_kind(std::size_t& at) const {
        for (at = at_ + 1; at < lines_.size(); ++at)
            if (kinds_[at].kind != Kind::Blank)
                return kinds_[at].kind;
        return Kind::Blank;
    }
    bool begins_numbers(std::size_t at) const {
        const std::string_view line = trimmed(lines_[at]);
        const auto first = line.find_first_not_of("+-.");
        return first != std::string_view::npos &&
               (is_numeral(line[first]) || line.substr(first).starts_with("NaN") ||
                line.substr(first).starts_with("Inf") || line.starts_with("−"));
    }

    void take() {
        const DisplayLine& line = kinds_[at_];
        std::size_t next = 0;
        switch (line.kind) {
        case Kind::Blank:
            return;
        case Kind::Name: {
            const Kind kind = next_kind(next);
            const bool is_shown = kind == Kind::Factor || kind == Kind::Columns ||
                                  (kind == Kind::Passed && next > at_ + 1) ||
                                  (kind == Kind::Data && begins_numbers(next));
            if (!is_shown)
                return put(lines_[at_]);
            set_form("MATLAB display");
            return begin(line.name);
        }
        case Kind::Factor:
            if (const Kind kind = next_kind(next);
                kind != Kind::Columns && !(kind == Kind::Data && begins_numbers(next)))
                return put(lines_[at_]);
            set_form("MATLAB display");
            if (now_.has_data() && !now_.blocks.back().columns && now_.blocks.size() == 1)
                begin("");
            now_.factor = line.factor;
            return;
        case Kind::Columns:
            set_form("MATLAB display");
            return new_block(line.columns);
        case Kind::Shape:
            set_form("Julia display");
            begin("");
            now_.rows = line.rows;
            now_.width = line.width;
            return;
        case Kind::Footer:
            if (line.name == "torch")
                set_form("PyTorch tensor");
            else
                set_form("pandas table");
            now_.rows = line.rows;
            now_.width = line.width;
            now_.is_series = line.name == "series";
            if (line.name != "pandas" || variables_.empty() || now_.has_data())
                finish();
            return;
        case Kind::RColumns: {
            set_form("R display");
            const auto first = r_index(words_in(lines_[at_]).front(), true).value_or(1);
            if (first == 1)
                begin("");
            now_.is_r = true;
            const auto count = static_cast<Index>(words_in(lines_[at_]).size());
            new_block(Span{first, first + count - 1});
            return put(plain_r(lines_[at_]));
        }
        case Kind::Wrapped: {
            set_form("pandas table");
            new_block(std::nullopt);
            is_wrapped_ = true;
            const std::string_view line_text = lines_[at_];
            return put(line_text.substr(0, line_text.rfind('\\')));
        }
        case Kind::Passed:
            return;
        case Kind::Data:
            // pandas separates its blocks by empty lines.
            if (is_wrapped_ && at_ > 0 && kinds_[at_ - 1].kind == Kind::Blank) {
                new_block(std::nullopt);
                is_wrapped_ = false;
            }
            if (now_.is_r)
                return put(plain_r(lines_[at_]));
            if (form_ == "Julia display")
                return put(replaced(std::string(lines_[at_]), "//", "/"));
            return put(lines_[at_]);
        }
    }

    Error at_variable(const Variable& one, const std::string& what) const {
        return Error{what, "line " + std::to_string(one.line + 1)};
    }

    Result<DisplayedMatrix> matrix_of(const Variable& one) const {
        Index base = 1; // the number of the first column
        DisplayedMatrix shown{one.name, {}, {}};
        bool is_first = true;
        for (const TextBlock& block : one.blocks) {
            if (block.is_empty)
                continue;
            std::optional<Dialect> dialect;
            if (one.is_series)
                dialect = Dialect{' ', false, false, true};
            else if (!one.name.empty() || one.factor || block.columns || form_ == "Julia display")
                dialect = Dialect{' ', false, one.is_r, one.is_r};
            auto table = read_table(block.text, dialect);
            if (!table)
                return table.error();
            const Index width = table->matrix.cols();
            if (block.columns) {
                // Old PyTorch counts from 0, MATLAB from 1.
                if (is_first)
                    base = block.columns->first;
                const Index before = is_first ? base : base + shown.table.matrix.cols();
                if (block.columns->first != before ||
                    block.columns->last - block.columns->first + 1 != width)
                    return at_variable(one, "found " + std::to_string(width) +
                                                " columns below a line that tells of columns " +
                                                std::to_string(block.columns->first) + " to " +
                                                std::to_string(block.columns->last) +
                                                ", expected all columns in order");
                if (is_first && block.columns->first > 1)
                    return at_variable(one, "the columns before column " +
                                                std::to_string(block.columns->first) +
                                                " are missing; copy all of them");
            }
            if (is_first) {
                shown.table = *std::move(table);
                is_first = false;
                continue;
            }
            TextTable& all = shown.table;
            if (table->matrix.rows() != all.matrix.rows() || table->row_names != all.row_names)
                return at_variable(one, "the blocks of columns have different rows; copy all of "
                                        "them");
            Matrix joined(all.matrix.rows(), all.matrix.cols() + width);
            joined << all.matrix, table->matrix;
            all.matrix = std::move(joined);
            all.column_names.insert(all.column_names.end(), table->column_names.begin(),
                                    table->column_names.end());
        }
        if (one.is_r) { // indices are not names
            bool counts = true;
            for (std::size_t row = 0; row < shown.table.row_names.size(); ++row)
                counts = counts && shown.table.row_names[row] == std::to_string(row + 1);
            if (counts)
                shown.table.row_names.clear();
            shown.table.column_names.clear();
        }
        const Matrix& matrix = shown.table.matrix;
        if ((one.rows >= 0 && one.rows != matrix.rows()) ||
            (one.width >= 0 && one.width != matrix.cols()))
            return at_variable(one, "found " + std::to_string(matrix.rows()) + " × " +
                                        std::to_string(matrix.cols()) +
                                        " numbers, and the text says " + std::to_string(one.rows) +
                                        " × " + std::to_string(one.width) + "; print all of them");
        shown.applied = applied_to(shown.table);
        if (one.factor) {
            shown.table.matrix *= *one.factor;
            shown.applied.push_back("multiplied by " + shortest(*one.factor) +
                                    ", as the text says");
        }
        return shown;
    }

    std::vector<std::string_view> lines_;
    std::vector<DisplayLine> kinds_;
    std::size_t at_ = 0;
    bool is_display_ = false, is_wrapped_ = false;
    std::string form_;
    Variable now_;
    std::vector<Variable> variables_;
};

/// Reads R's vectors: lines of numbers, each starting with the index of its first number, "[1] 0.5
/// 0.25".
Result<std::optional<Display>> r_vector(std::string_view text) {
    std::vector<Real> numbers;
    std::size_t number = 0;
    for (const std::string_view line : text_lines(text)) {
        ++number;
        const std::string_view plain = trimmed(line);
        if (plain.empty() || plain.starts_with("> "))
            continue;
        const auto close = plain.find(']');
        const auto index = plain.starts_with('[') && close != std::string_view::npos
                               ? count_in(plain.substr(1, close - 1))
                               : std::nullopt;
        if (!index || close + 1 >= plain.size() || plain[close + 1] != ' ' ||
            *index != static_cast<Index>(numbers.size()) + 1)
            return std::optional<Display>();
        for (const std::string& word : words_in(plain.substr(close + 1))) {
            const auto read = read_number(word, {Marks::Point, false, true});
            if (!read && numbers.empty())
                return std::optional<Display>();
            if (!read)
                return Error{"found " + cite(word) + ", expected a number such as 1.5, 1e-3 or 1/2",
                             "line " + std::to_string(number)};
            numbers.push_back(read->value);
        }
    }
    if (numbers.size() < 2)
        return std::optional<Display>();
    DisplayedMatrix shown;
    shown.table.matrix =
        Eigen::Map<const Matrix>(numbers.data(), 1, static_cast<Index>(numbers.size()));
    return std::optional(Display{"R display", {std::move(shown)}});
}

} // namespace

Result<std::optional<Display>> read_display(std::string_view text) {
    // A text of brackets is not a display; but R counts in brackets.
    auto vector = r_vector(text);
    if (!vector || *vector)
        return vector;
    return DisplayReader(text).read();
}

std::vector<std::string> words_in(std::string_view line) {
    std::vector<std::string> words;
    std::string word;
    for (const char letter : std::string(line) + " ")
        if (letter != ' ' && letter != '\t') {
            word += letter;
        } else if (!word.empty()) {
            words.push_back(std::move(word));
            word.clear();
        }
    return words;
}

std::optional<Index> count_in(std::string_view digits) {
    const auto read = parse_whole(digits, "", 0, max_pasted_numbers);
    return read ? std::optional(static_cast<Index>(*read)) : std::nullopt;
}

std::optional<Index> r_index(std::string_view word, bool is_column) {
    if (word.size() < 4 || word.front() != '[' || word.back() != ']')
        return std::nullopt;
    word = word.substr(1, word.size() - 2);
    if (is_column ? word.front() != ',' : word.back() != ',')
        return std::nullopt;
    return count_in(is_column ? word.substr(1) : word.substr(0, word.size() - 1));
}

namespace {

bool is_name(std::string_view text) {
    const auto is_letter = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    };
    return !text.empty() && is_letter(text.front()) &&
           std::all_of(text.begin(), text.end(),
                       [&](char c) { return is_letter(c) || is_numeral(c) || c == '.'; });
}

/// Reads "2×3", "2x3" as rows and columns.
bool read_shape(std::string_view text, std::string_view sign, DisplayLine& line) {
    const auto at = text.find(sign);
    if (at == std::string_view::npos)
        return false;
    const auto rows = count_in(text.substr(0, at)),
               columns = count_in(text.substr(at + sign.size()));
    if (!rows || !columns)
        return false;
    line.rows = *rows;
    line.width = *columns;
    return true;
}

/// Reads "Columns 1 through 8", "Columns 9 and 10:", "Column 11".
bool read_columns(std::string_view text, DisplayLine& line) {
    if (text.ends_with(':'))
        text.remove_suffix(1);
    const auto words = words_in(text);
    if (words.size() != 2 && words.size() != 4)
        return false;
    const auto first = count_in(words[1]), last = count_in(words.back());
    const bool is_run = words.size() == 2 || words[2] == "through" || words[2] == "to" ||
                        words[2] == "and" || words[2] == "thru";
    if (!first || !last || !is_run)
        return false;
    line.columns = {*first, *last};
    return true;
}

/// Interprets a line below or above the numbers; Data if it says nothing.
void read_footer(std::string_view text, DisplayLine& line) {
    constexpr std::string_view size = "Tensor of size ", dimension = "Tensor of dimension ",
                               rows = " rows x ", columns = " columns]";
    const std::string_view inside = text.substr(1, text.size() - 2);
    line.rows = line.width = -1;
    if (text.starts_with("[torch.") && text.ends_with("]")) {
        for (const std::string_view sign : {size, dimension})
            if (const auto at = inside.find(sign); at != std::string_view::npos) {
                line.kind = DisplayLine::Kind::Footer;
                line.name = "torch";
                const std::string_view shape = inside.substr(at + sign.size());
                read_shape(shape.substr(0, shape.find(' ')), "x", line);
            }
        return;
    }
    if (text.starts_with('[') && text.ends_with(columns)) {
        const auto at = inside.find(rows);
        if (at == std::string_view::npos)
            return;
        const auto height = count_in(inside.substr(0, at));
        const auto width =
            count_in(inside.substr(at + rows.size(), inside.size() - at - rows.size() - 8));
        if (!height || !width)
            return;
        line.kind = DisplayLine::Kind::Footer;
        line.name = "pandas";
        line.rows = *height;
        line.width = *width;
        return;
    }
    if (text.find("dtype: ") == std::string_view::npos)
        return;
    for (const std::string_view word : {"dtype: ", "Name: ", "Length: ", "Freq: "})
        if (text.starts_with(word)) {
            line.kind = DisplayLine::Kind::Footer;
            line.name = "series";
        }
}

} // namespace

DisplayLine classified(std::string_view text) {
    using enum DisplayLine::Kind;
    DisplayLine line;
    text = trimmed(text);
    constexpr std::size_t longest = 300; // meaningful lines are short
    if (text.empty()) {
        line.kind = Blank;
        return line;
    }
    if (text.ends_with(" \\")) {
        line.kind = Wrapped;
        return line;
    }
    if (text.starts_with("[,") && r_index(words_in(text.substr(0, 12)).front(), true)) {
        line.kind = RColumns;
        return line;
    }
    if (text.size() > longest)
        return line;
    if (text.ends_with('=') && is_name(trimmed(text.substr(0, text.size() - 1)))) {
        line.kind = Name;
        line.name = trimmed(text.substr(0, text.size() - 1));
    } else if (text.ends_with('*')) {
        const auto value = number_word(text.substr(0, text.size() - 1));
        line.kind = value ? Factor : Data;
        line.factor = value.value_or(1);
    } else if (text.starts_with("Column")) {
        line.kind = (text.starts_with("Columns ") || text.starts_with("Column ")) &&
                            read_columns(text, line)
                        ? Columns
                        : Data;
    } else if (text.ends_with(':')) {
        constexpr std::string_view elements = "-element";
        const auto blank = text.find(' ');
        const std::string_view first = text.substr(0, blank);
        if (blank != std::string_view::npos && read_shape(first, "×", line)) {
            line.kind = Shape;
        } else if (blank != std::string_view::npos && first.ends_with(elements)) {
            const auto count = count_in(first.substr(0, first.size() - elements.size()));
            line.kind = count ? Shape : Data;
            line.rows = count.value_or(0);
            line.width = 1;
        }
    } else if (text == "Diagonal Matrix" || text == "Permutation Matrix" ||
               text.starts_with(">>") || text.starts_with("> ") || text.starts_with("julia> ") ||
               text.starts_with("octave:")) {
        line.kind = Passed;
    } else {
        read_footer(text, line);
    }
    return line;
}

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
