// SPDX-License-Identifier: MIT
#include "core/io/text/bracket_text.h"

#include "core/base/matrix.h"
#include "core/base/result.h"
#include "core/base/utf8.h"
#include "core/io/text/cell_text.h"
#include "core/io/text/matrix_beside.h"
#include "core/io/text/number_spelling.h"
#include "core/io/text/number_word.h"
#include "core/io/text/paste.h"
#include "core/io/text/text_place.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn::io {

// Parses the inside of one group of brackets: numbers, arithmetic, rows, nested brackets.

/// The content of a pair of brackets: rows of numbers, or nested brackets.
struct BracketNode {
    std::size_t begin = 0; // where its bracket stands in the text
    std::vector<std::vector<Real>> rows = {
        {}}; // more than one only if semicolons or line breaks separate them
    std::vector<std::size_t> row_begins = {0};
    std::vector<BracketNode> inner;
};

struct BracketGroupRead {
    BracketNode node;
    std::size_t end = 0; // after the closing bracket
    std::size_t numbers = 0;
    bool has_semicolons = false, has_commas = false;
    std::vector<std::size_t> lines; // how many numbers came before each line end
    std::string marked; // a number whose thousands separators were removed; usually empty
};

/// Reads the group whose bracket is at `at`. The error names line and column, what was found and
/// what was expected.
Result<BracketGroupRead> read_bracket_group(std::string_view text, std::size_t at);

/// Whether the group at `at` holds anything that looks like a number, ignoring quoted words and
/// text in parentheses; `end` becomes the position after it.
bool looks_like_numbers(std::string_view text, std::size_t at, std::size_t& end);

/// Returns its matrices in order: one if the brackets are one or two deep.
Result<std::vector<Matrix>> matrices_of(std::string_view text, const BracketNode& node);

namespace {

bool is_blank(char letter) {
    return letter == ' ' || letter == '\t' || letter == '\r' || letter == '\n';
}

/// Splits a list over several lines into rows, unless NumPy wrapped it: NumPy fills lines of 75
/// characters, a person who writes matrix rows does not.
void part_by_lines(BracketNode& node, const std::vector<std::size_t>& lines,
                   std::size_t first_line) {
    constexpr std::size_t full_line = 56;
    if (lines.empty() || first_line >= full_line)
        return;
    std::vector<Real> all = node.rows.front();
    std::vector<std::vector<Real>> rows;
    std::size_t from = 0;
    for (const std::size_t to : lines) {
        if (to > from)
            rows.emplace_back(all.begin() + static_cast<std::ptrdiff_t>(from),
                              all.begin() + static_cast<std::ptrdiff_t>(to));
        from = to;
    }
    if (from < all.size())
        rows.emplace_back(all.begin() + static_cast<std::ptrdiff_t>(from), all.end());
    const bool are_equal = std::all_of(rows.begin(), rows.end(), [&](const auto& row) {
        return row.size() == rows.front().size();
    });
    if (!are_equal)
        return;
    node.row_begins.assign(rows.size(), node.begin);
    node.rows = std::move(rows);
}

/// Returns the text on the line before a bracket, from the end of the previous group on.
std::string_view before_on_line(std::string_view text, std::size_t at, std::size_t from) {
    constexpr std::size_t longest =
        400; // so that a long line is not searched again for each bracket
    const std::size_t first = std::max(std::min(from, at), at > longest ? at - longest : 0);
    const std::string_view before = text.substr(first, at - first);
    const auto line = before.rfind('\n');
    return line == std::string_view::npos ? before : before.substr(line + 1);
}

/// Whether a comment of program text begins before the bracket on its line: "# [1] of the paper".
bool is_in_comment(std::string_view before) {
    for (auto at = before.find("# "); at != std::string_view::npos; at = before.find("# ", at + 1))
        if (at == 0 || is_blank(before[at - 1]))
            return true;
    return false;
}

/// Whether the letter before a bracket makes it an index: "x[0]", "f()[0]".
bool is_index(std::string_view text, std::size_t at) {
    if (at == 0)
        return false;
    const char before = text[at - 1];
    // Mathematical signs are multi-byte characters too.
    for (const std::string_view sign : {"−", "×", "·", "⋅", "÷", "\u00a0", "—", "–", "→", "“", "│"})
        if (text.substr(0, at).ends_with(sign))
            return false;
    if (is_numeral(before)) { // "2[[1, 2]]" is a factor; "x2[0]" is an index.
        std::size_t begin = at;
        while (begin > 0 && (is_numeral(text[begin - 1]) || text[begin - 1] == '.'))
            --begin;
        const char left = begin == 0 ? ' ' : text[begin - 1];
        return std::isalpha(static_cast<unsigned char>(left)) != 0 || left == '_' || left == ']' ||
               static_cast<unsigned char>(left) >= 0x80;
    }
    return std::isalpha(static_cast<unsigned char>(before)) != 0 || before == '_' ||
           before == ']' || before == ')' || before == '.' ||
           static_cast<unsigned char>(before) >= 0x80;
}

/// Finds where the next group may begin: a bracket, or two braces as Mathematica and C write a
/// matrix.
std::size_t next_bracket(std::string_view text, std::size_t from) {
    for (std::size_t at = from; at < text.size(); ++at) {
        if (text[at] == '[')
            return at;
        if (text[at] != '{')
            continue;
        const auto next = text.find_first_not_of(" \t\r\n", at + 1);
        const bool is_pair = next != std::string_view::npos && text[next] == '{' &&
                             text.find_first_of("0123456789", next) != std::string_view::npos;
        if (is_pair)
            return at;
    }
    return std::string_view::npos;
}

/// Whether a bracket opens a Mathematica call around a matrix: "Transpose[N[{{".
bool is_head(std::string_view text, std::size_t at) {
    if (text[at] != '[' || at == 0 || std::isalpha(static_cast<unsigned char>(text[at - 1])) == 0)
        return false;
    std::size_t next = at;
    while (next < text.size() && text[next] == '[') {
        next = text.find_first_not_of(" \t\r\n", next + 1);
        if (next == std::string_view::npos)
            return false;
        if (text[next] == '{')
            return next_bracket(text, next) == next;
        while (next < text.size() && std::isalpha(static_cast<unsigned char>(text[next])) != 0)
            ++next;
    }
    return false;
}

/// Replaces the quotes of np.matrix("1 2; 3 4") by brackets; every other character keeps its
/// position.
std::string with_matrix_strings(std::string_view text) {
    std::string plain(text);
    for (auto open = plain.find('('); open != std::string::npos; open = plain.find('(', open + 1)) {
        std::size_t begin = open;
        while (begin > 0 && is_of_name(plain[begin - 1]))
            --begin;
        const std::string_view name = std::string_view(plain).substr(begin, open - begin);
        const auto quote = plain.find_first_not_of(" \t\r\n", open + 1);
        const bool is_string = quote != std::string::npos &&
                               (plain[quote] == '"' || plain[quote] == '\'') &&
                               (name == "mat" || name == "matrix" || name == "asmatrix");
        if (!is_string)
            continue;
        const std::string mark = plain.compare(quote, 3, std::string(3, plain[quote])) == 0
                                     ? std::string(3, plain[quote])
                                     : std::string(1, plain[quote]);
        const auto close = plain.find(mark, quote + mark.size());
        if (close == std::string::npos)
            continue;
        const bool has_brackets = plain.substr(quote, close - quote).find('[') != std::string::npos;
        for (const auto place : {quote, close})
            plain.replace(place, mark.size(), mark.size(), ' ');
        if (!has_brackets) {
            plain[quote] = '[';
            plain[close] = ']';
        }
    }
    return plain;
}

/// Whether the bracket is not an array: in a comment, a cell's name ("In [3]:"), a size, pandas'
/// count of shown rows.
bool is_passed_over(std::string_view text, std::size_t at) {
    const std::string_view line = before_on_line(text, at, 0);
    const std::string_view words = trimmed(line);
    if (is_in_comment(line) || words == "In" || words == "Out" || words.ends_with("Size("))
        return true;
    const std::string_view inside = text.substr(at + 1, text.find(']', at) - at - 1);
    return inside.find(" rows x ") != std::string_view::npos ||
           inside.find("Tensor of size ") != std::string_view::npos;
}

std::string form_of(const Before& before, bool is_brace, bool is_matlab, bool has_commas) {
    if (!before.form.empty())
        return before.form;
    if (is_brace)
        return "Mathematica list";
    if (is_matlab)
        return "MATLAB matrix";
    return has_commas ? "list" : "NumPy array";
}

bool is_whole_type(std::string_view type) {
    return type.find("int") != std::string_view::npos ||
           type.find("bool") != std::string_view::npos ||
           type.find("long") != std::string_view::npos;
}

/// Collects the groups of a text.
class Groups {
public:
    explicit Groups(std::string_view text) : text_(text) {}

    BracketText all() {
        while (!result_.fault) {
            const auto at = next_bracket(text_, from_);
            if (at == std::string_view::npos)
                break;
            take(at);
        }
        if (!result_.fault)
            result_.fault = changed_later(text_, result_.groups);
        return std::move(result_);
    }

private:
    std::size_t count_lines(std::size_t to) {
        if (to < counted_)
            return line_ - static_cast<std::size_t>(std::count(
                               text_.begin() + static_cast<std::ptrdiff_t>(to),
                               text_.begin() + static_cast<std::ptrdiff_t>(counted_), '\n'));
        line_ += static_cast<std::size_t>(
            std::count(text_.begin() + static_cast<std::ptrdiff_t>(counted_),
                       text_.begin() + static_cast<std::ptrdiff_t>(to), '\n'));
        counted_ = to;
        return line_;
    }

    void take(std::size_t at) {
        std::size_t end = 0;
        const bool has_numbers = looks_like_numbers(text_, at, end);
        from_ = end;
        if (is_head(text_, at)) {
            from_ = at + 1;
            return;
        }
        if (is_index(text_, at) || is_passed_over(text_, at))
            return;
        auto read = read_bracket_group(text_, at);
        // Brackets of words are skipped; broken numbers are reported.
        if (!read) {
            if (has_numbers || read.error().message.starts_with("the middle of the array"))
                result_.fault = read.error();
            return;
        }
        from_ = read->end;
        BracketNode& node = read->node;
        const bool is_flat = node.inner.empty();
        if (is_flat && node.rows.size() == 1 && !read->has_commas)
            part_by_lines(node, read->lines, text_.find('\n', at) - at);
        BracketGroup group;
        group.begin = at;
        group.end = read->end;
        group.is_list = is_flat && node.rows.size() == 1;
        auto matrices = matrices_of(text_, node);
        if (!matrices) {
            if (read->numbers > 0)
                result_.fault = matrices.error();
            return;
        }
        group.matrices = *std::move(matrices);
        numbers_ += read->numbers;
        if (numbers_ > static_cast<std::size_t>(max_pasted_numbers) ||
            result_.groups.size() == max_pasted_grids) {
            result_.fault = Error{"there are too many matrices in the text; copy fewer"};
            result_.groups.clear();
            return;
        }
        const bool is_matlab = read->has_semicolons || (is_flat && node.rows.size() > 1);
        if (const auto expressed = express(group, *read, is_matlab); !expressed) {
            // A single number in brackets among words is a note: "as in [1] …".
            const bool is_note = group.is_list && group.matrices.front().size() == 1;
            if (!is_note)
                result_.fault = expressed.error();
            return;
        }
        result_.groups.push_back(std::move(group));
    }

    /// Reads what is next to the group, and applies it.
    Result<> express(BracketGroup& group, const BracketGroupRead& read, bool is_matlab) {
        const std::size_t at = group.begin;
        const auto before = read_before(text_, last_end_, at, group.is_list);
        if (!before)
            return before.error();
        const auto beside = read_behind(text_, group.end, *before);
        if (!beside)
            return beside.error();
        const bool is_cut =
            is_whole_type(beside->type) &&
            std::any_of(group.matrices.begin(), group.matrices.end(), [](const Matrix& matrix) {
                return (matrix.array() != matrix.array().round()).any();
            });
        if (is_cut)
            return Error{"the numbers have decimals, and " + beside->type +
                             " cuts them; say which is meant",
                         place_in(text_, at)};
        std::vector<Operation> operations = before->factors;
        if (before->is_column && group.is_list)
            operations.insert(operations.begin(),
                              {Operation::Kind::Reshape, 1, 0, 1, "Matrix of SymPy", false});
        group.is_list = group.is_list && !before->is_matrix;
        operations.insert(operations.end(), beside->operations.begin(), beside->operations.end());
        for (Matrix& matrix : group.matrices) {
            auto said = apply(operations, matrix, group.is_list, group.matrices.size() > 1);
            if (!said)
                return Error{said.error().message, place_in(text_, group.end)};
            group.applied = *std::move(said);
        }
        if (group.is_list && group.matrices.front().rows() > 1)
            group.is_list = false;
        const std::string_view on_line = before_on_line(text_, at, last_end_);
        group.line = count_lines(at);
        group.end_line = count_lines(group.end);
        group.begins_line = trimmed(on_line).empty();
        group.label = before->label;
        group.unnamed = before->unnamed;
        group.form = form_of(*before, text_[at] == '{', is_matlab, read.has_commas);
        from_ = last_end_ = std::max(beside->end, read.end);
        return Nothing{};
    }

    std::string_view text_;
    BracketText result_;
    std::size_t from_ = 0, last_end_ = 0, numbers_ = 0;
    std::size_t line_ = 0, counted_ = 0;
};

} // namespace

BracketText bracket_groups(std::string_view text) {
    const std::string plain = with_matrix_strings(text);
    return Groups(plain).all();
}

namespace {

constexpr int max_brackets = 16;
constexpr std::size_t max_arithmetic = std::size_t{1} << 14;
constexpr std::string_view left_out =
    "the middle of the array is left out (\"...\"): print all of it, with "
    "np.set_printoptions(threshold=np.inf) or torch.set_printoptions(profile=\"full\")";
constexpr std::string_view expected_number = ", expected a number such as 1.5, 1e-3 or 1/2";

bool is_space(char letter) {
    return letter == ' ' || letter == '\t' || letter == '\r' || letter == '\n';
}
char closer_of(char open) {
    return open == '[' ? ']' : open == '{' ? '}' : ')';
}

/// Reads one group, starting at its first bracket.
class Reader {
public:
    Reader(std::string_view text, std::size_t at) : text_(text), at_(at) {}

    Result<BracketGroupRead> read() {
        auto node = this->node(0);
        if (!node)
            return node.error();
        read_.node = *std::move(node);
        read_.end = at_;
        return std::move(read_);
    }

private:
    Error fault(const std::string& what, std::size_t at) const {
        return Error{what, place_in(text_, std::min(at, text_.size()))};
    }
    bool starts(std::string_view what) const { return text_.substr(at_).starts_with(what); }

    /// Whether the brackets that begin before `at` have a comma at their own level.
    bool has_comma(std::size_t at, char closer) const {
        int depth = 0;
        for (; at < text_.size(); ++at) {
            const char letter = text_[at];
            if (letter == '[' || letter == '(' || letter == '{')
                ++depth;
            else if (depth > 0 && (letter == ']' || letter == ')' || letter == '}'))
                --depth;
            else if (depth == 0 && letter == closer)
                return false;
            else if (depth == 0 && letter == ',')
                return true;
            else if (letter == '#')
                at = std::min(text_.find('\n', at), text_.size()) - 1;
        }
        return false;
    }

    /// The state of one pair of brackets during reading.
    struct Level {
        BracketNode found;
        char closer;
        bool has_commas;
        bool row_ends = false;   // a semicolon or a line has ended the row
        bool after_comma = true; // nothing has come since the last comma
        bool begun() const { return !found.rows.back().empty(); }
    };

    Result<BracketNode> node(int depth) {
        const std::size_t begin = at_;
        if (depth == max_brackets)
            return fault("the brackets are more than " + std::to_string(max_brackets) + " deep",
                         begin);
        Level level{{}, closer_of(text_[at_]), false};
        ++at_;
        level.has_commas = has_comma(at_, level.closer);
        level.found.begin = level.found.row_begins[0] = begin;
        while (true) {
            const auto ended = step(level, depth);
            if (!ended)
                return ended.error();
            if (*ended)
                return std::move(level.found);
        }
    }

    /// Reads one item; returns true if that closes the brackets.
    Result<bool> step(Level& level, int depth) {
        if (at_ >= text_.size())
            return fault("a bracket is never closed: expected " +
                             cite(std::string(1, level.closer)) + " for the one at " +
                             place_in(text_, level.found.begin),
                         at_);
        const char letter = text_[at_];
        if (letter == level.closer) {
            ++at_;
            if (level.found.rows.size() > 1 && !level.begun()) {
                level.found.rows.pop_back();
                level.found.row_begins.pop_back();
            }
            return true;
        }
        if (letter == '#' || letter == '%') {
            at_ = std::min(text_.find('\n', at_), text_.size());
            return false;
        }
        if (starts("...") || starts("…") || starts("⋮") || starts("⋯"))
            return points(level);
        if (letter == '\\' && at_ + 1 < text_.size() && is_space(text_[at_ + 1])) {
            ++at_; // Python continues on the next line
            return false;
        }
        if (letter == ';') {
            read_.has_semicolons = true;
            level.row_ends = level.after_comma = true;
            ++at_;
            return false;
        }
        if (letter == ',') {
            if (level.after_comma)
                return fault("found \",\"" + std::string(expected_number), at_);
            read_.has_commas = level.after_comma = true;
            ++at_;
            return false;
        }
        if (is_space(letter)) {
            if (letter == '\n' && level.begun()) {
                read_.lines.push_back(level.found.rows.back().size());
                // As in MATLAB, a line that does not end in a comma ends a row.
                const auto next = text_.find_first_not_of(" \t\r\n", at_);
                const bool is_cut = level.has_commas && !level.after_comma &&
                                    next != std::string_view::npos && text_[next] != ',';
                if (read_.has_semicolons || is_cut)
                    level.row_ends = true;
            }
            ++at_;
            return false;
        }
        if (const auto inner = inner_begin(level); inner)
            return deeper(level, depth, *inner);
        return number(level, depth);
    }

    /// Three dots: in MATLAB the line continues; elsewhere something was left out.
    Result<bool> points(const Level& level) {
        const auto next = text_.find_first_not_of(" \t\r", at_ + 3);
        const bool ends_line = next != std::string_view::npos && text_[next] == '\n';
        if (!read_.has_semicolons || !ends_line || !level.begun() || !starts("..."))
            return fault(std::string(left_out), at_);
        at_ = next + 1;
        return false;
    }

    /// Finds where a nested bracket begins: here, or after a call that wraps it, "array([".
    std::optional<std::size_t> inner_begin(const Level& level) const {
        const char letter = text_[at_];
        if (letter == '[' || (letter == '{' && level.closer == '}'))
            return at_;
        if (letter == '(') {
            const auto close = closing(text_, at_);
            const bool is_tuple = close != std::string_view::npos && has_comma(at_ + 1, ')');
            return is_tuple ? std::optional(at_) : std::nullopt;
        }
        std::size_t end = at_;
        while (end < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[end])) != 0 ||
                                      text_[end] == '_' || text_[end] == '.'))
            ++end;
        if (end == at_ || end + 1 >= text_.size() || text_[end] != '(' || text_[end + 1] != '[' ||
            !wraps_matrix(text_.substr(at_, end - at_)))
            return std::nullopt;
        return end + 1;
    }

    Result<bool> deeper(Level& level, int depth, std::size_t begin) {
        if (level.begun())
            return fault("numbers and brackets are mixed at the same level", at_);
        const bool is_wrapped = begin != at_;
        at_ = begin;
        auto inner = node(depth + 1);
        if (!inner)
            return inner.error();
        level.found.inner.push_back(*std::move(inner));
        level.after_comma = false;
        if (is_wrapped) {
            const auto close = text_.find(')', at_);
            const std::string_view rest =
                close == std::string_view::npos ? "?" : text_.substr(at_, close - at_);
            const std::string_view name = trimmed(rest.starts_with(',') ? rest.substr(1) : rest);
            if (!rest.empty() && !name.starts_with("dtype=") && !name.starts_with("device=") &&
                !name.starts_with("grad_fn="))
                return not_read(text_, at_);
            at_ = close + 1;
        }
        // Text that changes a row must not be skipped.
        const std::string_view signs = ",;]})#%\\";
        if (at_ < text_.size() && !is_space(text_[at_]) && text_[at_] != '[' &&
            signs.find(text_[at_]) == std::string_view::npos && !starts("..."))
            return fault("found " + cite(line_rest()) + " behind a row, expected \",\" or \"" +
                             level.closer + "\"",
                         at_);
        const auto next = text_.find_first_not_of(" \t\r\n", at_);
        if (next != std::string_view::npos &&
            std::string_view("*/+@'^").find(text_[next]) != std::string_view::npos) {
            at_ = next;
            return fault("found " + cite(line_rest()) + " behind a row, expected \",\" or \"" +
                             level.closer + "\"",
                         at_);
        }
        return false;
    }

    std::string_view line_rest() const {
        const std::string_view rest = text_.substr(at_);
        return trimmed(rest.substr(0, rest.find_first_of("\n,]")));
    }

    /// Finds the end of a number that begins here. If commas separate the numbers it may contain
    /// spaces; else only an operator with spaces on both sides joins its two neighbours.
    std::size_t word_end(const Level& level) const {
        int depth = 0;
        char quote = '\0';
        std::size_t at = at_;
        const std::string_view operators = "*/^";
        for (; at < text_.size(); ++at) {
            const char letter = text_[at];
            if (quote != '\0') {
                quote = letter == quote ? '\0' : quote;
                continue;
            }
            if ((letter == '"' || letter == '\'') &&
                (at == at_ || !is_numeral(text_[at - 1]) || depth > 0)) {
                quote = letter;
                continue;
            }
            const bool opens = letter == '(' || letter == '[' || letter == '{';
            if (depth == 0 && (letter == ',' || letter == ';' || letter == level.closer))
                return at;
            if (opens)
                ++depth;
            if (letter == ')' || letter == ']' || letter == '}') {
                if (depth == 0)
                    return at;
                --depth;
            }
            if (depth > 0)
                continue;
            if (letter == '\n' || letter == '#')
                return at;
            if (letter == '%' && at > at_ && !is_numeral(text_[at - 1]))
                return at;
            if (!is_space(letter) || level.has_commas)
                continue;
            const auto next = text_.find_first_not_of(" \t\r", at);
            if (next == std::string_view::npos)
                return at;
            const char sign = text_[next];
            const bool is_sum = (sign == '+' || sign == '-') && next + 1 < text_.size() &&
                                is_space(text_[next + 1]);
            const bool joins = is_sum || operators.find(sign) != std::string_view::npos;
            const char last = text_[at - 1];
            const bool is_joined =
                operators.find(last) != std::string_view::npos || last == '+' || last == '-';
            if (!joins && !is_joined)
                return at;
            at = next - 1;
        }
        return at;
    }

    /// Reads one number: a word, arithmetic, or a quoted number.
    Result<bool> number(Level& level, int depth) {
        const std::size_t begin = at_;
        at_ = std::max(word_end(level), at_ + 1);
        const std::string_view word = trimmed(text_.substr(begin, at_ - begin));
        const auto value = value_of(word, depth, level.has_commas);
        if (!value)
            return fault(value.error().message, begin);
        if (!level.found.inner.empty())
            return fault("numbers and brackets are mixed at the same level", begin);
        if (level.row_ends && level.begun()) {
            level.found.rows.emplace_back();
            level.found.row_begins.push_back(begin);
        }
        level.row_ends = level.after_comma = false;
        level.found.rows.back().push_back(*value);
        if (++read_.numbers > static_cast<std::size_t>(max_pasted_numbers))
            return fault("there are more than " + std::to_string(max_pasted_numbers) + " numbers",
                         begin);
        return false;
    }

    Result<Real> value_of(std::string_view word, int depth, bool has_commas) {
        if (const auto read = read_number_word(word, Marks::Point);
            read && word.find(' ') == std::string_view::npos) {
            if (read->has_thousands && read_.marked.empty())
                read_.marked = word;
            return read->value;
        }
        const bool is_quoted = word.size() > 1 && (word.front() == '"' || word.front() == '\'') &&
                               word.back() == word.front();
        const std::string_view inside = is_quoted ? word.substr(1, word.size() - 2) : word;
        if (++calculated_ > max_arithmetic)
            return Error{"more than " + std::to_string(max_arithmetic) +
                         " numbers are arithmetic; write their values"};
        const auto read = read_number(inside, {Marks::Point, false, true});
        // A single list of quoted words holds words, even if they are numbers; but JSON writes
        // non-finite numbers in quotes.
        if (is_quoted && (!read || (depth == 0 && std::isfinite(read->value))))
            return Error{"found the text " + cite(inside) + ", expected a number"};
        if (read)
            return read->value;
        const bool is_short = word.find_first_of("+-*/^(") == std::string_view::npos;
        const bool has_blank = word.find(' ') != std::string_view::npos;
        return Error{
            "found " + cite(word) + std::string(expected_number) +
            (is_short
                 ? (has_commas && has_blank ? ", and a comma behind it" : "")
                 : " (" + read.error().message.substr(0, read.error().message.find(';')) + ")")};
    }

    std::string_view text_;
    std::size_t at_;
    std::size_t calculated_ = 0;
    BracketGroupRead read_;
};

} // namespace

Result<BracketGroupRead> read_bracket_group(std::string_view text, std::size_t at) {
    return Reader(text, at).read();
}

namespace {

Result<> collect(std::string_view text, const BracketNode& node, std::vector<Matrix>& into) {
    const auto add = [&](const std::vector<const std::vector<Real>*>& rows,
                         const std::vector<std::size_t>& begins) -> Result<> {
        if (rows.empty() || rows.front()->empty())
            return Error{"the brackets are empty", place_in(text, node.begin)};
        if (into.size() == max_pasted_grids)
            return Error{"there are more than " + std::to_string(max_pasted_grids) + " matrices",
                         place_in(text, node.begin)};
        const std::size_t width = rows.front()->size();
        Matrix matrix(static_cast<Index>(rows.size()), static_cast<Index>(width));
        for (std::size_t row = 0; row < rows.size(); ++row) {
            if (rows[row]->size() != width)
                return Error{"found " + std::to_string(rows[row]->size()) +
                                 (rows[row]->size() == 1 ? " number" : " numbers") + " in row " +
                                 std::to_string(row) + ", expected " + std::to_string(width) +
                                 " as in row 0",
                             place_in(text, begins[row])};
            std::copy(rows[row]->begin(), rows[row]->end(),
                      matrix.row(static_cast<Index>(row)).begin());
        }
        into.push_back(std::move(matrix));
        return Nothing{};
    };
    std::vector<const std::vector<Real>*> rows;
    if (node.inner.empty()) {
        for (const auto& row : node.rows)
            rows.push_back(&row);
        return add(rows, node.row_begins);
    }
    const auto is_row = [](const BracketNode& inner) {
        return inner.inner.empty() && inner.rows.size() == 1;
    };
    if (std::all_of(node.inner.begin(), node.inner.end(), is_row)) {
        std::vector<std::size_t> begins;
        for (const BracketNode& inner : node.inner) {
            rows.push_back(&inner.rows.front());
            begins.push_back(inner.begin);
        }
        return add(rows, begins);
    }
    for (const BracketNode& inner : node.inner) {
        if (is_row(inner))
            return Error{"found a row beside matrices, expected brackets as deep as the others",
                         place_in(text, inner.begin)};
        if (const auto added = collect(text, inner, into); !added)
            return added.error();
    }
    return Nothing{};
}

/// Whether the word looks like a number or arithmetic: "1.5", "-1/2", "2*3".
bool is_like_number(std::string_view word) {
    return std::any_of(word.begin(), word.end(), is_numeral) &&
           word.find_first_not_of("0123456789.+-*/^eE%_") == std::string_view::npos;
}

} // namespace

bool looks_like_numbers(std::string_view text, std::size_t at, std::size_t& end) {
    const auto close = closing(text, at);
    // for a bracket that is never closed, its line
    end = close == std::string_view::npos ? at + 1 : close + 1;
    const std::string_view inside = text.substr(
        at + 1,
        (close == std::string_view::npos ? std::min(text.find('\n', at), text.size()) : close) -
            at - 1);
    // a Python comprehension is a program
    if (inside.find(" for ") != std::string_view::npos &&
        inside.find(" in ") != std::string_view::npos)
        return false;
    int depth = 0;
    std::string word;
    char quote = '\0';
    for (const char letter : inside) {
        if (quote != '\0') {
            quote = letter == quote ? '\0' : quote;
            continue;
        }
        if (letter == '"' || (letter == '\'' && word.empty())) {
            quote = letter;
            continue;
        }
        depth += letter == '(' ? 1 : letter == ')' ? -1 : 0;
        if (depth > 0)
            continue;
        if (std::string_view(" \t\r\n").find(letter) != std::string_view::npos ||
            std::string_view(",;[]{}()").find(letter) != std::string_view::npos) {
            if (is_like_number(word))
                return true;
            word.clear();
            continue;
        }
        word += letter;
    }
    return is_like_number(word);
}

Result<std::vector<Matrix>> matrices_of(std::string_view text, const BracketNode& node) {
    std::vector<Matrix> matrices;
    if (const auto collected = collect(text, node, matrices); !collected)
        return collected.error();
    return matrices;
}

namespace {

bool holds_name(std::string_view text, std::string_view name) {
    for (auto at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
        const auto end = at + name.size();
        if ((at == 0 || !is_of_name(text[at - 1])) &&
            (end >= text.size() || !is_of_name(text[end])))
            return true;
    }
    return false;
}

/// Whether the name is set to something that it is part of: "= W.T", "<- W * 2".
bool is_set_by(std::string_view text, std::string_view name) {
    for (const std::string_view sign : {"<<-", "<-", "="})
        if (text.starts_with(sign) && !text.starts_with("=="))
            return holds_name(text.substr(sign.size()), name);
    return false;
}

bool is_in_place(std::string_view text) {
    return text.size() > 1 && text[1] == '=' &&
           std::string_view("*/+-@").find(text[0]) != std::string_view::npos;
}

/// Returns the end of the index right behind a name: "W[0, 1]", or "W(1, 2)" of MATLAB; the end of
/// the name if there is none.
std::size_t index_end(std::string_view line, std::size_t name_end) {
    std::size_t end = name_end;
    while (end < line.size() && (line[end] == '[' || line[end] == '(')) {
        const auto close = closing(line, end);
        if (close == std::string_view::npos)
            return name_end;
        end = close + 1;
    }
    return end;
}

/// Returns where the bracket or parenthesis at `close` opens on its line; `close` if it does not.
std::size_t opening(std::string_view text, std::size_t close) {
    int depth = 0;
    for (std::size_t at = close + 1; at > 0 && text[at - 1] != '\n'; --at) {
        const char letter = text[at - 1];
        depth += letter == ']' || letter == ')' ? 1 : letter == '[' || letter == '(' ? -1 : 0;
        if (depth == 0)
            return at - 1;
    }
    return close;
}

} // namespace

std::optional<Error> changed_later(std::string_view text, const std::vector<BracketGroup>& groups) {
    std::map<std::string_view, std::size_t> ends; // of the named matrices
    for (const BracketGroup& group : groups)
        if (!group.label.empty() && std::all_of(group.label.begin(), group.label.end(), is_of_name))
            ends.emplace(group.label, group.end);
    std::size_t next = 0;
    for (std::size_t at = ends.empty() ? text.size() : 0; at < text.size(); at = next) {
        next = std::min(text.find('\n', at), text.size() - 1) + 1;
        while (at < next && (is_gap(text[at]) || text[at] == '>')) // the prompt
            ++at;
        const std::string_view line = text.substr(at, next - at);
        const auto length = static_cast<std::size_t>(
            std::find_if_not(line.begin(), line.end(), is_of_name) - line.begin());
        const std::string_view name = line.substr(0, length);
        const auto end = ends.find(name);
        if (end == ends.end() || at <= end->second)
            continue;
        const std::size_t index = index_end(line, length);
        const std::string_view behind = trimmed(line.substr(index));
        if (is_in_place(behind) || (index == length && is_set_by(behind, name)))
            return not_read(text, at);
    }
    return std::nullopt;
}

std::optional<std::size_t> indexed_at(std::string_view text, std::size_t open) {
    std::size_t begin = open;
    while (begin > 0 && (text[begin - 1] == ']' || text[begin - 1] == ')')) // f(x)[1], m[1][2]
        begin = opening(text, begin - 1);
    const bool is_behind_brackets = begin < open;
    if (begin > 0 && text[begin - 1] == '[') // m[[1]]
        return indexed_at(text, begin - 1);
    const std::size_t end = begin;
    while (begin > 0 && (is_of_name(text[begin - 1]) || text[begin - 1] == '.' ||
                         static_cast<unsigned char>(text[begin - 1]) >= 0x80))
        --begin;
    return begin < end || is_behind_brackets ? std::optional(begin) : std::nullopt;
}

std::optional<TextPart> set_part(std::string_view text, bool has_equal_signs) {
    const std::string_view signs = has_equal_signs ? "<=" : "<";
    for (auto at = text.find_first_of(signs); at != std::string_view::npos;
         at = text.find_first_of(signs, at + 1)) {
        const std::string_view sign = text.substr(at);
        if (!sign.starts_with("<-") && (!sign.starts_with('=') || sign.starts_with("==")))
            continue;
        std::size_t end = at;
        while (end > 0 && (is_gap(text[end - 1]) || text[end - 1] == '<')) // W[1] <<- 5
            --end;
        if (end == 0 || text[end - 1] != ']')
            continue;
        if (const auto begin = indexed_at(text, opening(text, end - 1)))
            return TextPart{*begin, end};
    }
    return std::nullopt;
}

} // namespace attn::io
