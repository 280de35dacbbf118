// SPDX-License-Identifier: MIT
#include "core/io/table_lines.h"

#include "core/base/utf8.h"
#include "core/io/number_word.h"
#include "core/io/table_text.h"

#include <algorithm>

namespace attn::io {

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

} // namespace attn::io
