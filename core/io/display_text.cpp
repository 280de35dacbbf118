// SPDX-License-Identifier: MIT
#include "core/io/display_text.h"

#include "core/base/number_text.h"
#include "core/base/text_lines.h"
#include "core/base/utf8.h"
#include "core/io/cell_text.h"
#include "core/io/display_line.h"
#include "core/io/paste.h"
#include "core/io/text_place.h"

#include <algorithm>

namespace attn::io {
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

} // namespace attn::io
