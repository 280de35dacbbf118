// SPDX-License-Identifier: MIT
#include "core/io/bracket_group.h"

#include "core/base/utf8.h"
#include "core/io/cell_text.h"
#include "core/io/matrix_beside.h"
#include "core/io/number_spelling.h"
#include "core/io/paste.h"
#include "core/io/text_place.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>

namespace attn::io {
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

} // namespace attn::io
