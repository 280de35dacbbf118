// SPDX-License-Identifier: MIT
#include "core/io/bracket_text.h"

#include "core/io/bracket_group.h"
#include "core/io/matrix_beside.h"
#include "core/io/matrix_changed.h"
#include "core/io/matrix_words.h"
#include "core/io/number_spelling.h"
#include "core/io/number_word.h"
#include "core/io/paste.h"
#include "core/io/text_place.h"

#include <algorithm>
#include <cctype>
#include <cmath>

namespace attn::io {
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

} // namespace attn::io
