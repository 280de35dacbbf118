// SPDX-License-Identifier: MIT
#include "core/io/text/markup_text.h"

#include "core/base/number_text.h"
#include "core/base/result.h"
#include "core/base/utf8.h"
#include "core/io/text/cell_text.h"
#include "core/io/text/matrix_beside.h"
#include "core/io/text/number_spelling.h"
#include "core/io/text/number_word.h"
#include "core/io/text/paste.h"
#include "core/io/text/table_text.h"
#include "core/io/text/text_place.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <string_view>

namespace attn::io {

// Reads the cells of a LaTeX matrix.

/// Returns words as plain text: the names of rows, columns and matrices.
std::string plain_words(std::string_view words);

/// Replaces each `from` by `to`.
void replace_each(std::string& text, std::string_view from, std::string_view to);

/// Reads the table. A matrix holds only numbers; a tabular or an array may name rows and columns.
Result<TextTable> latex_table(std::string_view body, bool may_have_names);

std::string markdown_literal(std::string_view text) {
    std::string escaped;
    for (const char letter : printable(text)) {
        if (std::string_view("\\`*_{}[]<>()#+!|~&$").find(letter) != std::string_view::npos)
            escaped += '\\';
        escaped += letter;
    }
    return escaped;
}

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

namespace {

constexpr std::string_view begin_sign = "\\begin{", end_sign = "\\end{";

/// Replaces comments by spaces, so that positions stay.
std::string without_comments(std::string_view text) {
    std::string plain(text);
    for (std::size_t at = 0; at < plain.size(); ++at) {
        if (plain[at] != '%' || (at > 0 && plain[at - 1] == '\\'))
            continue;
        for (; at < plain.size() && plain[at] != '\n'; ++at)
            plain[at] = ' ';
    }
    return plain;
}

/// Reads the matrices in a text of environments.
class Environments {
public:
    explicit Environments(std::string_view text) : plain_(without_comments(text)), text_(plain_) {}

    Result<std::vector<LatexMatrix>> all() {
        while (true) {
            const auto at = text_.find(begin_sign, at_);
            if (at == std::string_view::npos)
                break;
            const auto taken = take(at);
            if (!taken)
                return taken.error();
        }
        if (found_.empty())
            return Error{"there is no LaTeX matrix in the text"};
        return std::move(found_);
    }

private:
    Result<> take(std::size_t at) {
        const auto name_end = text_.find('}', at);
        if (name_end == std::string_view::npos) {
            at_ = text_.size();
            return Nothing{};
        }
        const std::string name(
            text_.substr(at + begin_sign.size(), name_end - at - begin_sign.size()));
        at_ = name_end + 1;
        const std::string_view stem = std::string_view(name).substr(0, name.find('*'));
        const bool has_columns =
            stem == "array" || stem.starts_with("tabular") || stem == "longtable";
        if (!has_columns && !stem.ends_with("matrix"))
            return Nothing{};
        if (stem == "vmatrix" || stem == "Vmatrix")
            return Error{"found " + name +
                             ", which writes a determinant or a norm; expected a "
                             "matrix such as bmatrix",
                         place_in(text_, at)};
        while (at_ < text_.size() && (text_[at_] == '[' || (has_columns && text_[at_] == '{'))) {
            const auto close = closing(text_, at_); // [r], {rrr}, {\textwidth}
            if (close == std::string_view::npos)
                break;
            at_ = close + 1;
        }
        const auto end = text_.find(std::string(end_sign) + name + "}", at_);
        if (end == std::string_view::npos)
            return Error{"\\begin{" + name + "} has no \\end", place_in(text_, at)};
        if (found_.size() == max_pasted_grids)
            return Error{"there are more than " + std::to_string(max_pasted_grids) + " matrices"};
        const std::string_view body = text_.substr(at_, end - at_);
        if (const auto inner = body.find(begin_sign); inner != std::string_view::npos)
            return Error{"found a matrix inside of a matrix; expected numbers",
                         place_in(text_, at_ + inner)};
        auto table = latex_table(body, has_columns);
        if (!table)
            return Error{table.error().message + " (in " + table.error().where + ")",
                         place_in(text_, at)};
        LatexMatrix matrix{"", *std::move(table), {}};
        std::vector<Operation> operations;
        if (const auto read = before(at, matrix, operations); !read)
            return read.error();
        at_ = end + end_sign.size() + name.size() + 1;
        if (const auto read = behind(operations); !read)
            return read.error();
        auto applied = apply(operations, matrix.table.matrix, false, false);
        if (!applied)
            return Error{applied.error().message, place_in(text_, at)};
        for (const Operation& operation : operations)
            if (operation.kind == Operation::Kind::Transpose)
                std::swap(matrix.table.row_names, matrix.table.column_names);
        matrix.applied = *std::move(applied);
        found_.push_back(std::move(matrix));
        last_ = at_;
        return Nothing{};
    }

    /// Finds where the factor before a matrix begins, and the sign that separates it.
    std::pair<std::size_t, std::size_t> factor_begin(std::size_t at) const {
        int depth = 0;
        for (std::size_t place = at; place > last_; --place) {
            const char letter = text_[place - 1];
            const std::string_view from = text_.substr(place - 1);
            if (letter == '}' || letter == ')')
                ++depth;
            if (letter == '{' || letter == '(') {
                if (depth == 0 && letter == '{')
                    return {place, place};
                depth = std::max(0, depth - 1);
            }
            if (depth > 0)
                continue;
            if (letter == '\n' && text_.substr(last_, place - 1 - last_).ends_with('\n'))
                return {place, place - 1};
            const bool is_command = place - 1 > last_ && text_[place - 2] == '\\';
            if (is_command && (letter == '[' || letter == '(' || letter == '\\'))
                return {place, place - 2};
            if (!is_command && std::string_view("=$&,;:").find(letter) != std::string_view::npos)
                return {place, place - 1};
            for (const std::string_view space : {"\\quad", "\\qquad", "\\to", "\\end{", "\\begin{"})
                if (from.starts_with(space)) {
                    const auto brace = space.ends_with('{') ? from.find('}') : space.size() - 1;
                    return {place + brace, place - 1};
                }
        }
        return {last_, last_};
    }

    Result<> before(std::size_t at, LatexMatrix& matrix, std::vector<Operation>& operations) {
        const auto [begin, sign] = factor_begin(at);
        std::string_view factor = trimmed(text_.substr(begin, at - begin));
        for (bool is_more = true; is_more;) {
            is_more = false;
            for (const std::string_view delimiter :
                 {"\\left[", "\\left(", "\\bigl[", "\\bigl(", "\\Bigl[", "\\Bigl(",
                  "\\left\\lbrack", "\\lbrack", "\\big[", "\\big(", "\\Big[", "\\Big(", "\\,",
                  "\\;", "\\!", "[", "("})
                if (factor.ends_with(delimiter)) {
                    factor = trimmed(factor.substr(0, factor.size() - delimiter.size()));
                    is_more = true;
                }
        }
        for (const std::string_view product : {"\\cdot", "\\times", "*", "\\,"})
            if (factor.ends_with(product))
                factor = trimmed(factor.substr(0, factor.size() - product.size()));
        if (sign > last_ || text_[sign] == '=')
            matrix.name = name_before(sign);
        if (factor.empty() || factor == "+")
            return Nothing{};
        if (factor == "-") {
            operations.push_back({Operation::Kind::Multiply, -1, 0, 0, "", false});
            return Nothing{};
        }
        const auto spelled = latex_spelling(factor);
        if (const auto number = spelled ? scalar(*spelled) : std::nullopt) {
            operations.push_back({Operation::Kind::Multiply, *number, 0, 0, "", false});
            return Nothing{};
        }
        const auto begins = static_cast<std::size_t>(factor.data() - text_.data());
        const std::size_t ends = begins + factor.size();
        if (is_prose(factor, text_.substr(ends, at - ends)))
            return Nothing{};
        return not_read(text_.substr(0, at), begins, true);
    }

    /// Returns "W_Q" for "W_Q =".
    std::string name_before(std::size_t sign) const {
        if (sign >= text_.size() || text_[sign] != '=')
            return {};
        const auto [begin, before] = factor_begin(sign);
        const std::string_view words = trimmed(text_.substr(begin, sign - begin));
        constexpr std::size_t longest = 40;
        return words.size() > longest ? std::string() : valid_utf8(plain_words(words));
    }

    /// Whether words before a matrix do not change it: they refer to it, or are a sentence above
    /// it.
    static bool is_prose(std::string_view words, std::string_view between) {
        const bool is_above = between.find('\n') != std::string_view::npos;
        const bool is_sentence = words.find_first_of(" \t\n") != std::string_view::npos;
        return speaks_of_matrix(words) || (is_above && is_sentence && are_plain_words(words));
    }

    bool starts(std::string_view what) const { return text_.substr(at_).starts_with(what); }
    bool is_followed_by_letter() const {
        return at_ + 1 < text_.size() &&
               std::isalpha(static_cast<unsigned char>(text_[at_ + 1])) != 0;
    }
    bool take_any(std::initializer_list<std::string_view> list) {
        for (const std::string_view one : list)
            if (starts(one)) {
                at_ += one.size();
                return true;
            }
        return false;
    }

    Result<> behind(std::vector<Operation>& operations) {
        bool is_new_line = false;
        while (at_ < text_.size()) {
            if (text_[at_] == '\n') {
                if (is_new_line)
                    return Nothing{};
                is_new_line = true;
                ++at_;
                continue;
            }
            if (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\r') {
                ++at_;
                continue;
            }
            if (take_any({"\\right]", "\\right)", "\\bigr]", "\\bigr)", "\\Bigr]", "\\Bigr)",
                          "\\big]", "\\big)", "\\Big]", "\\Big)", "\\right\\rbrack", "\\rbrack",
                          "]", ")", "\\,", "\\;", "\\!", "{}"}))
                continue;
            const std::size_t begin = at_;
            if (transposed()) {
                operations.push_back({Operation::Kind::Transpose, 1, 0, 0,
                                      std::string(text_.substr(begin, at_ - begin)), false});
                continue;
            }
            if (take_any({"\\cdot", "\\times", "*", "/", "\\div"})) {
                const bool is_division =
                    text_[begin] == '/' || text_.substr(begin).starts_with("\\div");
                const auto end = std::min(text_.find_first_of("$,;&=\n", at_), text_.size());
                const auto spelled = latex_spelling(text_.substr(at_, end - at_));
                const auto number = spelled ? scalar(*spelled) : std::nullopt;
                if (!number || (is_division && *number == 0))
                    return not_read(text_, begin);
                operations.push_back(
                    {is_division ? Operation::Kind::Divide : Operation::Kind::Multiply, *number, 0,
                     0, "", false});
                at_ = end;
                continue;
            }
            for (const std::string_view end :
                 {"$",     "\\]",        "\\)",     "\\\\", ",",         ";", ".",
                  "&",     "\\quad",     "\\qquad", "=",    "\\end{",    "}", "\\label",
                  "\\tag", "\\nonumber", "\\notag", ":",    "\\caption", "`", "\\bottomrule"})
                if (starts(end) && !(end == "." && is_followed_by_letter()))
                    return Nothing{};
            const bool may_begin_anew = is_new_line && !starts(begin_sign) && text_[at_] != '+' &&
                                        text_[at_] != '-' && text_[at_] != '^' &&
                                        text_[at_] != '\'';
            return may_begin_anew ? Result<>(Nothing{}) : not_read(text_, at_);
        }
        return Nothing{};
    }

    /// Reads a transposition sign: "^\top", "^{\mathsf{T}}", "'".
    bool transposed() {
        if (starts("'")) {
            ++at_;
            return true;
        }
        if (take_any({"^\\prime", "ᵀ", "^⊤"}))
            return true;
        if (!starts("^"))
            return false;
        std::string power;
        std::size_t end = at_ + 1;
        if (end < text_.size() && text_[end] == '{') {
            const auto close = closing(text_, end);
            if (close == std::string_view::npos)
                return false;
            power = plain_power(text_.substr(end + 1, close - end - 1));
            end = close + 1;
        } else if (end < text_.size() && text_[end] == '\\') {
            ++end;
            while (end < text_.size() && ((text_[end] >= 'a' && text_[end] <= 'z') ||
                                          (text_[end] >= 'A' && text_[end] <= 'Z')))
                ++end;
            if (end < text_.size() && text_[end] == '{')
                end = std::min(text_.find('}', end), text_.size() - 1) + 1;
            power = plain_power(text_.substr(at_ + 1, end - at_ - 1));
        } else if (end < text_.size()) {
            power = std::string(1, text_[end++]);
        }
        if (power != "T" && power != "\\top" && power != "\\intercal" && power != "\\prime")
            return false;
        at_ = end;
        return true;
    }
    static std::string plain_power(std::string_view text) {
        std::string plain = plain_words(text);
        for (const std::string_view look :
             {"\\mathsf", "\\mathit", "\\rm", "\\sf", "\\operatorname"})
            replace_each(plain, look, "");
        return std::string(trimmed(plain));
    }

    std::string plain_;
    std::string_view text_;
    std::size_t at_ = 0, last_ = 0;
    std::vector<LatexMatrix> found_;
};

} // namespace

bool is_latex(std::string_view text) {
    if (text.find(begin_sign) != std::string_view::npos)
        return text.find("matrix}") != std::string_view::npos ||
               text.find("matrix*}") != std::string_view::npos ||
               text.find("{array}") != std::string_view::npos ||
               text.find("{tabular") != std::string_view::npos ||
               text.find("{longtable}") != std::string_view::npos;
    return text.find("\\\\") != std::string_view::npos && text.find('&') != std::string_view::npos;
}

Result<std::vector<LatexMatrix>> read_latex(std::string_view text) {
    if (text.find(begin_sign) != std::string_view::npos)
        return Environments(text).all();
    auto table = latex_table(without_comments(text), true);
    if (!table)
        return table.error();
    return std::vector<LatexMatrix>{{"", *std::move(table), {}}};
}

void replace_each(std::string& text, std::string_view from, std::string_view to) {
    for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
}

std::string plain_words(std::string_view words) {
    std::string text(trimmed(words));
    for (const std::string_view look :
         {"\\displaystyle", "\\mathbf", "\\mathrm", "\\textbf", "\\textit", "\\text", "\\bm",
          "\\boldsymbol", "\\left", "\\right", "\\,", "\\;", "\\!", "\\ ", "$", "\\[", "\\("})
        replace_each(text, look, "");
    text.erase(
        std::remove_if(text.begin(), text.end(), [](char c) { return c == '{' || c == '}'; }),
        text.end());
    replace_each(text, "\\_", "_");
    replace_each(text, "\\%", "%");
    replace_each(text, "\\&", "&");
    replace_each(text, "\\#", "#");
    return std::string(trimmed(text));
}

namespace {

/// Removes the rules between lines from the cell.
std::string without_rules(std::string_view cell) {
    std::string text(trimmed(cell));
    for (const std::string_view rule :
         {"\\hline", "\\toprule", "\\midrule", "\\bottomrule", "\\addlinespace"})
        replace_each(text, rule, " ");
    for (const std::string_view rule : {"\\cmidrule", "\\cline"})
        for (auto at = text.find(rule); at != std::string::npos; at = text.find(rule)) {
            const auto close = text.find('}', at);
            text.erase(at, close == std::string::npos ? close : close + 1 - at);
        }
    return std::string(trimmed(text));
}

/// Returns one cell: a number in digits, or words.
std::string plain_cell(std::string_view cell) {
    const std::string text = without_rules(cell);
    const auto spelled = latex_spelling(text);
    if (!spelled)
        return plain_words(text);
    const std::string plain(trimmed(*spelled));
    if (plain.find_first_of("*/^(") == std::string::npos &&
        plain.find_first_of("\\") == std::string::npos && text.find('\\') == std::string::npos)
        return plain_words(text);
    for (const Marks marks : {Marks::Point, Marks::Comma})
        if (const auto read = read_number(plain, {marks, true, true}); read && read->is_calculated)
            return marks == Marks::Point ? shortest(read->value) : plain;
    if (number_word(plain) || number_word(plain, true) || plain.ends_with("%"))
        return plain;
    return plain_words(text);
}

TextCells latex_cells(std::string_view body) {
    TextCells cells;
    while (!body.empty()) {
        const auto end = body.find("\\\\");
        std::string_view row = body.substr(0, end);
        body = end == std::string_view::npos ? std::string_view() : body.substr(end + 2);
        if (body.starts_with("[")) // \\[2pt]
            body = body.substr(std::min(body.find(']'), body.size() - 1) + 1);
        std::vector<std::string> line;
        std::size_t from = 0;
        for (std::size_t at = 0; at <= row.size(); ++at)
            if (at == row.size() || (row[at] == '&' && (at == 0 || row[at - 1] != '\\'))) {
                line.push_back(plain_cell(row.substr(from, at - from)));
                from = at + 1;
            }
        if (line.size() > 1 || !line.front().empty())
            cells.push_back(std::move(line));
    }
    return cells;
}

} // namespace

Result<TextTable> latex_table(std::string_view body, bool may_have_names) {
    const TextCells cells = latex_cells(body);
    if (cells.empty())
        return Error{"the LaTeX matrix is empty"};
    bool has_labels = may_have_names, has_header = false;
    if (may_have_names) {
        for (std::size_t row = cells.size() > 1 ? 1 : 0; row < cells.size(); ++row)
            has_labels = has_labels && cells[row].size() > 1 && !is_number_cell(cells[row].front());
        if (cells.size() > 1) {
            const auto names = [&](std::size_t from) {
                return cells[0].size() > from &&
                       std::none_of(cells[0].begin() + static_cast<std::ptrdiff_t>(from),
                                    cells[0].end(), is_number_cell);
            };
            has_header = names(has_labels ? 1 : 0);
            has_labels = has_labels || (has_header && cells[0].front().empty());
            // If a first row of numbers has a number where other rows have a name, there are no
            // names.
            if (!has_header && has_labels && is_number_cell(cells[0].front()))
                has_labels = false;
        }
    }
    return table_of_cells(cells, has_header, has_labels);
}

} // namespace attn::io
