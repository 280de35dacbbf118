// SPDX-License-Identifier: MIT
#include "core/io/bracket_text.h"

#include "core/base/utf8.h"
#include "core/io/number_word.h"
#include "core/io/paste.h"

#include <algorithm>
#include <cctype>
#include <cmath>

namespace attn::io {
namespace {

constexpr int max_depth = 16;
constexpr std::string_view left_out =
    "the middle of the array is left out (\"...\"): print all of it, with "
    "np.set_printoptions(threshold=np.inf) or torch.set_printoptions(profile=\"full\")";

bool is_name_letter(char letter) {
    const auto byte = static_cast<unsigned char>(letter);
    return std::isalnum(byte) != 0 || letter == '_' || byte >= 0x80;
}
bool is_blank(char letter) {
    return letter == ' ' || letter == '\t' || letter == '\r' || letter == '\n';
}

/// What brackets hold: rows of numbers, or further brackets.
struct Node {
    std::vector<std::vector<Real>> rows = {{}}; // more than one only where semicolons part them
    std::vector<Node> inner;
};

/// Reads one group from its first bracket on.
class GroupReader {
public:
    GroupReader(std::string_view text, std::size_t at) : text_(text), at_(at) {}

    Result<Node> read() { return node(0); }
    std::size_t end() const { return at_; }
    bool has_semicolons() const { return semicolons_; }
    bool has_commas() const { return commas_; }
    std::size_t numbers() const { return numbers_; }

private:
    Error fault(const std::string& what) const { return Error{what}; }

    bool comment() {
        const char letter = text_[at_];
        if (letter != '#' && letter != '%')
            return false;
        at_ = std::min(text_.find('\n', at_), text_.size());
        return true;
    }
    bool starts(std::string_view what) const { return text_.substr(at_).starts_with(what); }

    Result<Node> node(int depth) {
        if (depth == max_depth)
            return fault("the brackets are more than " + std::to_string(max_depth) + " deep");
        Node found;
        ++at_;                 // the bracket
        bool row_ends = false; // a semicolon or a line has ended the row
        const auto begun = [&] { return !found.rows.back().empty(); };
        while (true) {
            if (at_ >= text_.size())
                return fault("a bracket is never closed");
            const char letter = text_[at_];
            if (letter == ']') {
                ++at_;
                if (found.rows.size() > 1 && !begun())
                    found.rows.pop_back();
                return found;
            }
            if (comment())
                continue;
            if (starts("...") || starts("…")) {
                // MATLAB goes on in the next line after three points.
                const auto next = text_.find_first_not_of(" \t\r", at_ + 3);
                const bool ends_line = next != std::string_view::npos && text_[next] == '\n';
                if (!semicolons_ || !ends_line || !begun())
                    return fault(std::string(left_out));
                at_ = next + 1;
                row_ends = false;
                continue;
            }
            if (letter == '\\' && at_ + 1 < text_.size() &&
                (text_[at_ + 1] == '\n' || text_[at_ + 1] == '\r' || text_[at_ + 1] == ' ')) {
                ++at_; // Python goes on in the next line.
                continue;
            }
            if (letter == ';') {
                semicolons_ = true;
                row_ends = true;
                ++at_;
                continue;
            }
            if (letter == ',' || is_blank(letter)) {
                commas_ = commas_ || letter == ',';
                if (letter == '\n' && begun())
                    lines_.push_back(found.rows.back().size());
                if (letter == '\n' && semicolons_)
                    row_ends = true;
                ++at_;
                continue;
            }
            if (letter == '[') {
                if (begun())
                    return fault("numbers and brackets are mixed at the same level");
                auto deeper = node(depth + 1);
                if (!deeper)
                    return deeper.error();
                found.inner.push_back(*std::move(deeper));
                continue;
            }
            const auto number = word();
            if (!number)
                return number.error();
            if (!found.inner.empty())
                return fault("numbers and brackets are mixed at the same level");
            if (row_ends && begun())
                found.rows.emplace_back();
            row_ends = false;
            found.rows.back().push_back(*number);
            if (++numbers_ > static_cast<std::size_t>(max_pasted_numbers))
                return fault("there are more than " + std::to_string(max_pasted_numbers) +
                             " numbers");
        }
    }

    /// One number: a word, a quoted one as JSON writes what is not finite, or a call that wraps
    /// it, as in np.float64(0.5) and np.nan.
    Result<Real> word() {
        const std::size_t begin = at_;
        const char quote = text_[at_];
        std::string_view inside;
        if (quote == '"' || quote == '\'') {
            const auto end = text_.substr(0, at_ + longest_word).find(quote, at_ + 1);
            if (end == std::string_view::npos)
                return fault("a quote is never closed");
            inside = text_.substr(at_ + 1, end - at_ - 1);
            at_ = end + 1;
            const auto value = number_word(inside);
            if (!value || std::isfinite(*value))
                return fault("found the text " + cite(inside) + ", expected a number");
            return *value;
        }
        while (at_ < text_.size() && text_[at_] != ',' && text_[at_] != ';' && text_[at_] != ']' &&
               text_[at_] != '[' && text_[at_] != '(' && !is_blank(text_[at_]))
            ++at_;
        inside = text_.substr(begin, at_ - begin);
        if (at_ < text_.size() && text_[at_] == '(' && !inside.empty() &&
            std::all_of(inside.begin(), inside.end(),
                        [](char letter) { return is_name_letter(letter) || letter == '.'; })) {
            const auto end = text_.substr(0, at_ + longest_word).find(')', at_);
            if (end == std::string_view::npos)
                return fault("a parenthesis is never closed");
            inside = text_.substr(at_ + 1, end - at_ - 1);
            at_ = end + 1;
        }
        // np.nan, -np.inf, math.inf, torch.nan
        std::string plain(inside);
        for (const std::string_view module : {"np.", "numpy.", "math.", "torch.", "float"})
            if (const auto at = plain.find(module); at == 0 || (at == 1 && plain[0] == '-'))
                plain.erase(at, module.size());
        plain.erase(std::remove_if(plain.begin(), plain.end(),
                                   [](char c) { return c == '\'' || c == '"'; }),
                    plain.end());
        if (plain.size() > 1 && plain.front() >= '0' && plain.front() <= '9')
            plain.erase(std::remove(plain.begin(), plain.end(), '_'), plain.end()); // 1_000
        const auto value = number_word(plain);
        if (value)
            return *value;
        if (at_ == begin)
            ++at_;
        return fault("found " + cite(text_.substr(begin, at_ - begin)) + ", expected a number");
    }

    static constexpr std::size_t longest_word = 100; // in quotes or parentheses

    std::string_view text_;
    std::size_t at_;
    std::size_t numbers_ = 0;
    bool semicolons_ = false, commas_ = false;

public:
    std::vector<std::size_t> lines_; // how many numbers stood before each end of a line
};

Result<Matrix> matrix_of(const std::vector<std::vector<Real>>& rows) {
    Matrix matrix(static_cast<Index>(rows.size()), static_cast<Index>(rows.front().size()));
    for (std::size_t row = 0; row < rows.size(); ++row) {
        if (rows[row].size() != rows.front().size())
            return Error{"row " + std::to_string(row) + " has " + std::to_string(rows[row].size()) +
                         " numbers, row 0 has " + std::to_string(rows.front().size())};
        std::copy(rows[row].begin(), rows[row].end(), matrix.row(static_cast<Index>(row)).begin());
    }
    return matrix;
}

/// The matrices of a node: one where the brackets are one or two deep.
Result<> collect(const Node& node, std::vector<Matrix>& into) {
    const auto add = [&](const std::vector<std::vector<Real>>& rows) -> Result<> {
        if (rows.empty() || rows.front().empty())
            return Error{"the brackets are empty"};
        if (into.size() == max_pasted_grids)
            return Error{"there are more than " + std::to_string(max_pasted_grids) + " matrices"};
        auto matrix = matrix_of(rows);
        if (!matrix)
            return matrix.error();
        into.push_back(*std::move(matrix));
        return Nothing{};
    };
    if (node.inner.empty())
        return add(node.rows);
    const bool are_rows = std::all_of(node.inner.begin(), node.inner.end(), [](const Node& inner) {
        return inner.inner.empty() && inner.rows.size() == 1;
    });
    if (are_rows) {
        std::vector<std::vector<Real>> rows;
        for (const Node& inner : node.inner)
            rows.push_back(inner.rows.front());
        return add(rows);
    }
    for (const Node& inner : node.inner)
        if (const auto added = collect(inner, into); !added)
            return added.error();
    return Nothing{};
}

/// A list over several lines: NumPy fills lines of 75 characters before it goes on, a person who
/// writes rows of a matrix does not.
void part_by_lines(Node& node, const std::vector<std::size_t>& lines, std::size_t first_line) {
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
    if (are_equal)
        node.rows = std::move(rows);
}

/// The text before a bracket on its line, from the end of the group before it on.
std::string_view before_on_line(std::string_view text, std::size_t at, std::size_t from) {
    constexpr std::size_t longest = 400; // so that a long line is not gone over for each bracket
    const std::size_t first = std::max(std::min(from, at), at > longest ? at - longest : 0);
    const std::string_view before = text.substr(first, at - first);
    const auto line = before.rfind('\n');
    return line == std::string_view::npos ? before : before.substr(line + 1);
}

/// "w_query = np.array(" → "w_query"; "(array(" → "".
std::string label_of(std::string_view before) {
    before = trimmed(before);
    for (const std::string_view call : {"np.array(", "numpy.array(", "torch.tensor(", "tensor(",
                                        "array(", "torch.Tensor(", "matrix(", "("})
        if (before.ends_with(call))
            before = trimmed(before.substr(0, before.size() - call.size()));
    const auto is_sign = [](char letter) {
        return is_blank(letter) || letter == '=' || letter == ':' || letter == ',' ||
               letter == '(' || letter == ')' || letter == '{' || letter == '"' || letter == '\'';
    };
    while (!before.empty() && is_sign(before.back()))
        before.remove_suffix(1);
    while (!before.empty() && is_sign(before.front()))
        before.remove_prefix(1);
    // What follows an earlier tensor on the line: ", grad_fn=<…>), Key: tensor("
    for (const std::string_view option : {"grad_fn=", "dtype=", "device="})
        while (true) {
            const auto at = before.find(option);
            if (at == std::string_view::npos)
                break;
            const auto end = before.find_first_of(",)", at);
            before = end == std::string_view::npos ? std::string_view() : before.substr(end + 1);
            while (!before.empty() && is_sign(before.front()))
                before.remove_prefix(1);
        }
    constexpr std::size_t longest = 80;
    return before.size() > longest ? std::string() : valid_utf8(before);
}

/// Whether a comment of program text begins before the bracket on its line: "# [1] of the paper".
bool is_in_comment(std::string_view before) {
    for (auto at = before.find("# "); at != std::string_view::npos; at = before.find("# ", at + 1))
        if (at == 0 || is_blank(before[at - 1]))
            return true;
    return false;
}

/// Whether the bracket begins numbers and no index, no name of a cell ("In [3]:"), no size.
bool may_begin(std::string_view text, std::size_t at) {
    if (at == 0)
        return true;
    const char before = text[at - 1];
    if (is_name_letter(before) || before == ']' || before == ')' || before == '.')
        return false;
    const std::string_view line = before_on_line(text, at, 0);
    const std::string_view words = trimmed(line);
    return !is_in_comment(line) && words != "In" && words != "Out" && !words.ends_with("Size(");
}

std::string form_of(std::string_view before, bool is_matlab, bool has_commas) {
    if (before.find("tensor(") != std::string_view::npos ||
        before.find("Tensor(") != std::string_view::npos)
        return "PyTorch tensor";
    if (before.find("array(") != std::string_view::npos)
        return "NumPy array";
    if (is_matlab)
        return "MATLAB matrix";
    return has_commas ? "list" : "NumPy array";
}

} // namespace

BracketText bracket_groups(std::string_view text) {
    BracketText result;
    std::size_t from = 0, last_end = 0, numbers = 0;
    std::size_t line = 0, counted = 0;
    const auto count_lines = [&](std::size_t to) {
        line += static_cast<std::size_t>(
            std::count(text.begin() + static_cast<std::ptrdiff_t>(counted),
                       text.begin() + static_cast<std::ptrdiff_t>(to), '\n'));
        counted = to;
        return line;
    };
    while (true) {
        const auto at = text.find('[', from);
        if (at == std::string_view::npos || result.fault)
            return result;
        from = at + 1;
        if (!may_begin(text, at))
            continue;
        GroupReader reader(text, at);
        auto node = reader.read();
        const std::string_view before = before_on_line(text, at, last_end);
        // Brackets of words are passed over; numbers that go wrong are told of.
        const auto fault_here = [&](const Error& error) {
            if (!result.fault)
                result.fault = Error{error.message, "line " + std::to_string(count_lines(at) + 1)};
        };
        if (!node) {
            if (reader.numbers() > 0 || node.error().message == left_out)
                fault_here(node.error());
            continue;
        }
        BracketGroup group;
        group.begin = at;
        group.end = reader.end();
        const bool is_flat = node->inner.empty();
        if (is_flat && node->rows.size() == 1 && !reader.has_commas())
            part_by_lines(*node, reader.lines_, text.find('\n', at) - at);
        group.is_list = is_flat && node->rows.size() == 1;
        const bool is_matlab = reader.has_semicolons() || (is_flat && node->rows.size() > 1);
        if (const auto collected = collect(*node, group.matrices); !collected) {
            if (reader.numbers() > 0)
                fault_here(collected.error());
            continue;
        }
        numbers += reader.numbers();
        if (numbers > static_cast<std::size_t>(max_pasted_numbers) ||
            result.groups.size() == max_pasted_grids) {
            result.fault = Error{"there are too many matrices in the text; copy fewer"};
            result.groups.clear();
            return result;
        }
        group.line = count_lines(at);
        group.end_line = count_lines(group.end);
        group.begins_line = trimmed(before).empty();
        group.label = label_of(before);
        group.form = form_of(before, is_matlab, reader.has_commas());
        result.groups.push_back(std::move(group));
        from = last_end = reader.end();
    }
}

} // namespace attn::io
