// SPDX-License-Identifier: MIT
#include "core/io/text/r_text.h"

#include "core/base/utf8.h"
#include "core/io/text/bracket_text.h"
#include "core/io/text/cell_text.h"
#include "core/io/text/matrix_beside.h"
#include "core/io/text/number_spelling.h"
#include "core/io/text/paste.h"
#include "core/io/text/text_place.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>

namespace attn::io {
namespace {

constexpr std::array<std::string_view, 7> constructors = {
    "matrix", "c", "rbind", "cbind", "array", "structure", "data.frame"};

/// Whether the letter can be in an R name, which may contain dots.
bool is_of_r_name(char letter) {
    return is_of_name(letter) || letter == '.';
}

using RPart = TextPart;
struct RCall {
    std::string_view name;
    std::size_t begin = 0, open = 0;
};

/// Finds the first call of a constructor from `from` on.
std::optional<RCall> next_call(std::string_view text, std::size_t from) {
    for (auto open = text.find('(', from); open != std::string_view::npos;
         open = text.find('(', open + 1)) {
        std::size_t begin = open;
        while (begin > from && is_of_r_name(text[begin - 1]))
            --begin;
        const std::string_view name = text.substr(begin, open - begin);
        const bool is_part = begin > 0 && is_of_r_name(text[begin - 1]);
        if (!is_part && is_one_of(constructors, name))
            return RCall{name, begin, open};
    }
    return std::nullopt;
}

bool begins_with_call(std::string_view text, std::string_view name) {
    return text.starts_with(name) && text.substr(name.size()).starts_with('(');
}

enum class Blanked { Comments, CommentsAndQuotes };

/// The text with blanks for R's comments, each letter at its place; if it is asked for, also for
/// MATLAB's comments and for what stands in quotes. Quotes end on their line; an apostrophe behind
/// a letter opens none.
std::string blanked(std::string_view text, Blanked what) {
    std::string plain(text);
    const auto blank = [&](std::size_t from, std::size_t to) {
        std::fill(plain.begin() + static_cast<std::ptrdiff_t>(from),
                  plain.begin() + static_cast<std::ptrdiff_t>(to), ' ');
    };
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char letter = text[at];
        // R's own operators of % come in pairs; one alone begins a comment of MATLAB, in which
        // nothing is a call.
        const auto pair = letter == '%' ? text.find_first_of("%\n", at + 1) : 0;
        const bool is_alone =
            letter == '%' &&
            (at == 0 || is_gap(text[at - 1]) ||
             std::string_view("\n;,]").find(text[at - 1]) != std::string_view::npos) &&
            (pair == std::string_view::npos || text[pair] == '\n');
        if (letter == '#' || (is_alone && what == Blanked::CommentsAndQuotes)) {
            const std::size_t end = std::min(text.find('\n', at), text.size());
            blank(at, end);
            at = end;
            continue;
        }
        const char before = at > 0 ? text[at - 1] : ' ';
        const bool opens = (letter == '"' || letter == '\'' || letter == '`') &&
                           !is_of_r_name(before) &&
                           std::string_view(")]\\").find(before) == std::string_view::npos;
        if (!opens)
            continue;
        std::size_t end = at + 1;
        while (end < text.size() && text[end] != letter && text[end] != '\n')
            end += text[end] == '\\' && end + 1 < text.size() && text[end + 1] != '\n' ? 2 : 1;
        if (end >= text.size() || text[end] != letter)
            continue;
        if (what == Blanked::CommentsAndQuotes && letter != '`') // which holds names, or code
            blank(at, end + 1);
        at = end;
    }
    return plain;
}

Error change_of(std::string_view text, TextPart what) {
    return Error{"found a change of " + cite(text.substr(what.begin, what.end - what.begin)) +
                     "; copy the matrix as R prints it after the change",
                 place_in(text, what.begin)};
}

/// "the" of "'the'"; nothing if it is no text in quotes.
std::optional<std::string> quoted(std::string_view word) {
    const bool is_quoted = word.size() > 1 && (word.front() == '"' || word.front() == '\'') &&
                           word.back() == word.front();
    return is_quoted ? std::optional(valid_utf8(word.substr(1, word.size() - 2))) : std::nullopt;
}

struct RVector {
    std::vector<Real> numbers;
    std::vector<std::string> names; // empty: none
};

/// Reads the text from constructor to constructor.
class RText {
public:
    explicit RText(std::string_view text)
        : source_(blanked(text, Blanked::Comments)),
          without_quotes_(blanked(text, Blanked::CommentsAndQuotes)), plain_(source_) {
        // An arrow names what is right of it, as a sign of equality does.
        for (const auto& [arrow, sign] : {std::pair("<<-", "  ="), std::pair("<-", " =")})
            for (auto at = plain_.find(arrow); at != std::string::npos;
                 at = plain_.find(arrow, at + 1))
                plain_.replace(at, std::string_view(arrow).size(), sign);
        text_ = plain_;
    }

    Result<std::vector<BracketGroup>> all() {
        if (const auto set = set_part(without_quotes_, true))
            return change_of(source_, *set);
        std::vector<BracketGroup> groups;
        std::size_t last = 0;
        while (const auto call = next_call(text_, last)) {
            if (groups.size() == max_pasted_grids)
                return Error{"there are too many matrices in the text; copy fewer"};
            if (auto error = not_of_its_own(last, call->begin))
                return *std::move(error);
            BracketGroup group;
            group.form = "R";
            group.begin = call->begin;
            if (const auto made = construct(*call, group); !made)
                return made.error();
            auto before = read_before(text_, last, group.begin, group.is_list);
            if (!before)
                return before.error();
            before->is_r = true;
            const auto beside = read_behind(text_, group.end, *before);
            if (!beside)
                return beside.error();
            std::vector<Operation> operations = before->factors;
            operations.insert(operations.end(), beside->operations.begin(),
                              beside->operations.end());
            for (const Operation& operation : operations)
                if (operation.kind == Operation::Kind::Transpose && !group.is_list)
                    std::swap(group.row_names, group.column_names);
            auto said = apply(operations, group.matrices.front(), group.is_list, false);
            if (!said)
                return Error{said.error().message, place_in(text_, group.end)};
            group.applied.insert(group.applied.end(), said->begin(), said->end());
            group.label = before->label;
            group.unnamed = before->unnamed;
            group.line = lines_before(group.begin);
            group.end_line = lines_before(group.end);
            last = std::max(group.end, beside->end);
            groups.push_back(std::move(group));
        }
        if (auto changed = changed_later(source_, groups))
            return *std::move(changed);
        return groups;
    }

private:
    Error fault(const std::string& message, std::size_t at) const {
        return Error{message, place_in(text_, at)};
    }
    /// Refuses numbers that are part of something else, between `from` and the call: an index, as
    /// in m[c(1, 2), ], what another function sets, as in dim(m) <- c(2, 3), or an operand of "|".
    std::optional<Error> not_of_its_own(std::size_t from, std::size_t call) const {
        const std::string_view text = without_quotes_;
        std::vector<std::size_t> open;
        for (std::size_t at = from; at < call; ++at)
            if (text[at] == '[')
                open.push_back(at);
            else if (text[at] == ']' && !open.empty())
                open.pop_back();
        for (const std::size_t at : open)
            if (const auto begin = indexed_at(text, at)) {
                const auto close = closing(text, at);
                const std::size_t end = close == std::string_view::npos ? call : close + 1;
                return fault("found " + cite(words({*begin, end})) +
                                 ", whose numbers say which part of a matrix is taken; copy the "
                                 "part as R prints it",
                             *begin);
            }
        std::string_view before = without_blanks_behind(text.substr(from, call - from));
        before.remove_prefix(before.find_last_of("\n;") + 1); // npos + 1 is 0
        before = trimmed(before);
        const auto begin = static_cast<std::size_t>(before.data() - text.data());
        if (before.ends_with('|') && !trimmed(before.substr(0, before.find('|'))).empty())
            return not_read(text.substr(0, call), begin, true);
        if (!before.ends_with("<-"))
            return std::nullopt;
        before = without_blanks_behind(before.substr(0, before.find_last_not_of("<-") + 1));
        if (!before.ends_with(')'))
            return std::nullopt;
        return change_of(source_, {begin, begin + before.size()});
    }
    Error unexpected(RPart part, const std::string& expected) const {
        return fault("found " + cite(text_.substr(part.begin, part.end - part.begin)) +
                         ", expected " + expected,
                     part.begin);
    }
    std::string_view words(RPart part) const {
        return text_.substr(part.begin, part.end - part.begin);
    }
    std::size_t lines_before(std::size_t at) const {
        return static_cast<std::size_t>(
            std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
    }
    RPart without_blanks(RPart part) const {
        const auto is_blank = [](char letter) { return is_gap(letter) || letter == '\n'; };
        while (part.begin < part.end && is_blank(text_[part.begin]))
            ++part.begin;
        while (part.begin < part.end && is_blank(text_[part.end - 1]))
            --part.end;
        return part;
    }

    struct Argument {
        std::string name; // "nrow" of "nrow = 2"; may be empty
        RPart value;
    };
    /// Returns what is between the parentheses of a call; `end` becomes the position after them.
    Result<std::vector<Argument>> arguments(std::size_t open, std::string_view name,
                                            std::size_t& end) const {
        const auto close = closing(text_, open);
        if (close == std::string_view::npos)
            return fault("the parenthesis of " + std::string(name) + "() is never closed", open);
        end = close + 1;
        std::vector<Argument> found;
        std::size_t begin = open + 1;
        int depth = 0;
        char quote = '\0';
        for (std::size_t at = begin; at <= close; ++at) {
            const char letter = text_[at];
            if (quote != '\0') {
                quote = letter == quote ? '\0' : quote;
                continue;
            }
            if (letter == '"' || letter == '\'')
                quote = letter;
            depth += letter == '(' ? 1 : letter == ')' && at < close ? -1 : 0;
            if (depth > 0 || (letter != ',' && at < close))
                continue;
            found.push_back(argument(without_blanks({begin, at})));
            begin = at + 1;
        }
        if (found.size() == 1 && found[0].value.begin == found[0].value.end)
            found.clear();
        return found;
    }
    Argument argument(RPart part) const {
        std::size_t end = part.begin;
        const char quote = end < part.end ? text_[end] : '\0';
        if (quote == '"' || quote == '\'' || quote == '`') {
            const auto close = text_.find(quote, end + 1);
            end = close == std::string_view::npos || close >= part.end ? part.end : close + 1;
        } else {
            while (end < part.end && is_of_r_name(text_[end]))
                ++end;
        }
        const RPart rest = without_blanks({end, part.end});
        const bool is_named = end > part.begin && rest.begin < rest.end &&
                              text_[rest.begin] == '=' && text_[rest.begin + 1] != '=';
        if (!is_named)
            return {"", part};
        std::string_view name = words({part.begin, end});
        if (quote == '"' || quote == '\'' || quote == '`')
            name = name.substr(1, name.size() - 2);
        return {valid_utf8(name), without_blanks({rest.begin + 1, part.end})};
    }

    /// Reads the numbers of "c(1, 2)", "1:4" or "0.5".
    Result<RVector> vector(RPart part, int depth = 0) {
        constexpr int deepest = 16;
        const std::string expected = "numbers such as 1.5, 1:4 or c(1, 2)";
        const std::string_view word = words(part);
        if (begins_with_call(word, "c") && closing(text_, part.begin + 1) + 1 == part.end &&
            depth < deepest) {
            std::size_t end = 0;
            const auto parts = arguments(part.begin + 1, "c", end);
            if (!parts)
                return parts.error();
            RVector all;
            bool has_names = false;
            for (const Argument& one : *parts) {
                const auto inner = vector(one.value, depth + 1);
                if (!inner)
                    return inner.error();
                has_names = has_names || !one.name.empty();
                all.numbers.insert(all.numbers.end(), inner->numbers.begin(), inner->numbers.end());
                all.names.resize(all.numbers.size(), one.name);
            }
            if (!has_names)
                all.names.clear();
            return all;
        }
        if (const auto colon = word.find(':'); colon != std::string_view::npos)
            return range(part, part.begin + colon);
        if (word.find('%') != std::string_view::npos)
            return unexpected(part, expected + "; R has no sign for per cent: 50% is 0.5");
        const auto value = number(word);
        if (!value || word.find('_') != std::string_view::npos)
            return unexpected(part, expected);
        if (++numbers_ > static_cast<std::size_t>(max_pasted_numbers))
            return fault("there are more than " + std::to_string(max_pasted_numbers) + " numbers",
                         part.begin);
        return RVector{{*value}, {}};
    }
    /// The numbers of "1:4". R takes ":" before * / + -: "1:4-1" is 0 1 2 3, so arithmetic beside
    /// it is a fault.
    Result<RVector> range(RPart part, std::size_t colon) {
        const auto first = end_of_range({part.begin, colon}),
                   last = end_of_range({colon + 1, part.end});
        if (!first || !last)
            return unexpected(part, "numbers such as 1:4, with one whole number from −2^53 to 2^53 "
                                    "on each side of \":\"");
        const Real steps = std::abs(*last - *first);
        if (steps >= Real(max_pasted_numbers) - static_cast<Real>(numbers_))
            return fault("there are more than " + std::to_string(max_pasted_numbers) + " numbers",
                         part.begin);
        const Index count = static_cast<Index>(steps) + 1;
        numbers_ += static_cast<std::size_t>(count);
        const Real step = *last < *first ? -1 : 1;
        RVector found;
        for (Index at = 0; at < count; ++at)
            found.numbers.push_back(*first + step * static_cast<Real>(at));
        return found;
    }
    /// The whole number on a side of ":", with a sign or "L" at most beside it.
    std::optional<Real> end_of_range(RPart part) const {
        constexpr Real most = 9007199254740992; // 2^53: up to it doubles count by 1
        const std::string_view word = words(without_blanks(part));
        const std::string_view digits =
            word.substr(word.starts_with('-') || word.starts_with('+') ? 1 : 0);
        if (digits.empty() || digits.find_first_not_of("0123456789.eEL") != std::string_view::npos)
            return std::nullopt;
        const auto read = whole(word);
        return read && std::abs(*read) <= most ? read : std::nullopt;
    }
    /// A number, which may be marked as whole: "2L".
    static std::optional<Real> number(std::string_view word) {
        if (word == "T" || word == "F")
            return word == "T" ? 1 : 0;
        const bool is_marked =
            word.size() > 1 && word.back() == 'L' && is_numeral(word[word.size() - 2]);
        const auto read = read_number(is_marked ? word.substr(0, word.size() - 1) : word,
                                      {Marks::Point, false, true});
        return read ? std::optional(read->value) : std::nullopt;
    }
    static std::optional<Real> whole(std::string_view word) {
        const auto read = number(trimmed(word));
        return read && *read == std::floor(*read) ? read : std::nullopt;
    }
    Result<Index> size(RPart part) const {
        const auto read = whole(words(part));
        if (!read || *read < 1 || *read > Real(max_pasted_numbers))
            return unexpected(part, "a whole number of at least 1");
        return static_cast<Index>(*read);
    }
    /// Reads the names in "c('a', 'b')"; NULL: none.
    Result<std::vector<std::string>> names(RPart part) const {
        std::vector<std::string> found;
        if (words(part) == "NULL")
            return found;
        if (const auto one = quoted(words(part)))
            return std::vector<std::string>{*one};
        if (!begins_with_call(words(part), "c"))
            return unexpected(part, "names such as c(\"a\", \"b\")");
        std::size_t end = 0;
        const auto parts = arguments(part.begin + 1, "c", end);
        if (!parts)
            return parts.error();
        for (const Argument& one : *parts) {
            const auto name = quoted(words(one.value));
            if (!name)
                return unexpected(one.value, "a name in quotes");
            found.push_back(*name);
        }
        return found;
    }
    bool are_names(RPart part) const { return names(part).has_value() && words(part) != "NULL"; }

    /// Reads "list(c('a', 'b'), NULL)": names of the rows and of the columns.
    Result<> both_names(RPart part, BracketGroup& group) const {
        if (words(part) == "NULL")
            return Nothing{};
        std::size_t end = 0;
        if (!begins_with_call(words(part), "list"))
            return unexpected(part, "list(names of rows, names of columns)");
        const auto parts = arguments(part.begin + 4, "list", end);
        if (!parts)
            return parts.error();
        const Matrix& matrix = group.matrices.front();
        for (std::size_t at = 0; at < parts->size(); ++at) {
            auto found = names((*parts)[at].value);
            if (!found)
                return found.error();
            const Index expected = at == 0 ? matrix.rows() : matrix.cols();
            if (at > 1 || (!found->empty() && static_cast<Index>(found->size()) != expected))
                return fault("found " + std::to_string(found->size()) + " names, expected " +
                                 std::to_string(expected),
                             (*parts)[at].value.begin);
            (at == 0 ? group.row_names : group.column_names) = *std::move(found);
        }
        return Nothing{};
    }

    /// Returns the argument for each name, by name or position; as in R, unique beginnings suffice.
    template <std::size_t count>
    Result<std::array<std::optional<RPart>, count>>
    matched(const std::vector<Argument>& found, const std::array<std::string_view, count>& known) {
        std::array<std::optional<RPart>, count> parts;
        for (const Argument& one : found) {
            if (one.name.empty())
                continue;
            std::size_t at = count, fits = 0;
            for (std::size_t number = 0; number < count; ++number)
                if (known[number] == one.name) {
                    at = number;
                    fits = 1;
                    break;
                } else if (known[number].starts_with(one.name)) {
                    at = number;
                    ++fits;
                }
            if (fits != 1 || parts[at])
                return fault("found " + cite(one.name) + ", expected one of " + listed(known),
                             one.value.begin);
            parts[at] = one.value;
        }
        std::size_t next = 0;
        for (const Argument& one : found) {
            if (!one.name.empty())
                continue;
            while (next < count && parts[next])
                ++next;
            if (next == count)
                return unexpected(one.value, "no more arguments than " + listed(known));
            parts[next] = one.value;
        }
        return parts;
    }
    template <class List>
    static std::string listed(const List& names) {
        std::string text;
        for (const std::string_view name : names)
            text += (text.empty() ? "" : ", ") + std::string(name);
        return text;
    }

    Result<> construct(const RCall& call, BracketGroup& group) {
        const auto found = arguments(call.open, call.name, group.end);
        if (!found)
            return found.error();
        if (call.name == "matrix")
            return matrix(call, *found, group);
        if (call.name == "rbind" || call.name == "cbind")
            return bound(*found, group, call);
        if (call.name == "array")
            return array(call, *found, group);
        if (call.name == "structure")
            return structure(call, *found, group);
        if (call.name == "data.frame")
            return frame(*found, group, call);
        const auto read = vector({call.begin, group.end});
        if (!read)
            return read.error();
        if (read->numbers.empty())
            return fault("found no numbers", call.begin);
        group.is_list = true;
        group.matrices = {filled(read->numbers, 1, static_cast<Index>(read->numbers.size()), true)};
        group.column_names = read->names;
        return Nothing{};
    }

    static Matrix filled(const std::vector<Real>& numbers, Index rows, Index columns,
                         bool is_by_rows) {
        Matrix matrix(rows, columns);
        for (Index row = 0; row < rows; ++row)
            for (Index column = 0; column < columns; ++column)
                matrix(row, column) = numbers[static_cast<std::size_t>(
                    is_by_rows ? row * columns + column : column * rows + row)];
        return matrix;
    }

    /// Fills a size as R does; one number may fill all of it.
    Result<> fill(std::vector<Real> numbers, Index rows, Index columns, bool is_by_rows,
                  const std::string& how, std::size_t at, BracketGroup& group) {
        const auto size = static_cast<Index>(numbers.size());
        const std::string shape = std::to_string(rows) + " × " + std::to_string(columns);
        if (rows > max_pasted_numbers / columns)
            return fault(
                shape + " are more than " + std::to_string(max_pasted_numbers) + " numbers", at);
        const Index cells = rows * columns;
        if (size == 1) {
            if (cells > 1)
                group.applied.push_back("filled with one number, as the text says");
            numbers.resize(static_cast<std::size_t>(cells), numbers.front());
        } else if (size < cells) {
            return fault("R would repeat the " + std::to_string(size) + " numbers to fill " +
                             shape + "; write all " + std::to_string(cells) + ", or the size meant",
                         at);
        } else if (size > cells) {
            return fault("R would leave out " + std::to_string(size - cells) + " of the " +
                             std::to_string(size) + " numbers, as " + shape + " holds " +
                             std::to_string(cells) + "; write the size meant",
                         at);
        } else if (rows > 1 && columns > 1) {
            group.applied.push_back(std::string("filled ") +
                                    (is_by_rows ? "row by row" : "column by column") + ", as " +
                                    how);
        }
        group.matrices = {filled(numbers, rows, columns, is_by_rows)};
        return Nothing{};
    }

    Result<> matrix(const RCall& call, const std::vector<Argument>& found, BracketGroup& group) {
        constexpr std::array<std::string_view, 5> known = {"data", "nrow", "ncol", "byrow",
                                                           "dimnames"};
        const auto parts = matched(found, known);
        if (!parts)
            return parts.error();
        const auto& [data, row_part, column_part, by_row, names_part] = *parts;
        if (!data)
            return fault("found no data in matrix()", call.begin);
        const auto read = vector(*data);
        if (!read)
            return read.error();
        const auto count = static_cast<Index>(read->numbers.size());
        if (count == 0)
            return fault("found no numbers", call.begin);
        Index rows = 0, columns = 0;
        for (const auto& [part, side] :
             {std::pair(row_part, &rows), std::pair(column_part, &columns)})
            if (part) {
                const auto given = size(*part);
                if (!given)
                    return given.error();
                *side = *given;
            }
        if (rows == 0 && columns == 0)
            rows = count;
        if (rows == 0)
            rows = (count + columns - 1) / columns;
        if (columns == 0)
            columns = (count + rows - 1) / rows;
        const std::string_view order = by_row ? words(*by_row) : "FALSE";
        const bool is_by_rows = order == "TRUE" || order == "T";
        if (!is_by_rows && order != "FALSE" && order != "F")
            return unexpected(*by_row, "TRUE or FALSE");
        if (const auto done =
                fill(read->numbers, rows, columns, is_by_rows,
                     is_by_rows ? "byrow says" : "matrix() of R does", call.begin, group);
            !done)
            return done;
        return names_part ? both_names(*names_part, group) : Nothing{};
    }

    Result<> array(const RCall& call, const std::vector<Argument>& found, BracketGroup& group) {
        constexpr std::array<std::string_view, 3> known = {"data", "dim", "dimnames"};
        const auto parts = matched(found, known);
        if (!parts)
            return parts.error();
        return shaped(call, (*parts)[0], (*parts)[1], (*parts)[2], group);
    }

    /// Reads numbers with the sizes given by dim.
    Result<> shaped(const RCall& call, const std::optional<RPart>& data,
                    const std::optional<RPart>& dim, const std::optional<RPart>& names_part,
                    BracketGroup& group) {
        if (!data)
            return fault("found no data in " + std::string(call.name) + "()", call.begin);
        const auto read = vector(*data);
        if (!read)
            return read.error();
        if (read->numbers.empty())
            return fault("found no numbers", call.begin);
        const auto sizes = dim ? vector(*dim) : Result<RVector>(RVector{});
        if (!sizes)
            return sizes.error();
        if (sizes->numbers.size() > 2)
            return unexpected(*dim, "the sizes of a matrix; copy the matrices of the array one by "
                                    "one");
        Index rows = 1, columns = static_cast<Index>(read->numbers.size());
        group.is_list = sizes->numbers.size() < 2;
        if (!group.is_list) {
            const Real sides[] = {sizes->numbers[0], sizes->numbers[1]};
            for (const Real side : sides)
                if (side < 1 || side > Real(max_pasted_numbers) || side != std::floor(side))
                    return unexpected(*dim, "two whole numbers of at least 1");
            rows = static_cast<Index>(sides[0]);
            columns = static_cast<Index>(sides[1]);
        }
        if (const auto done = fill(read->numbers, rows, columns, false,
                                   std::string(call.name) + "() of R does", call.begin, group);
            !done)
            return done;
        return names_part ? both_names(*names_part, group) : Nothing{};
    }

    /// Reads what dput() writes.
    Result<> structure(const RCall& call, const std::vector<Argument>& found, BracketGroup& group) {
        if (found.empty())
            return fault("found no data in structure()", call.begin);
        const RPart data = found.front().value;
        const bool is_frame = begins_with_call(words(data), "list");
        std::optional<RPart> dim, names_part;
        for (std::size_t at = 1; at < found.size(); ++at) {
            const std::string& name = found[at].name;
            if (name == "dim" || name == ".Dim")
                dim = found[at].value;
            else if (name == "dimnames" || name == ".Dimnames")
                names_part = found[at].value;
            else if (is_frame && name == "row.names" && are_names(found[at].value))
                group.row_names = *names(found[at].value);
            else if (!is_frame || (name != "class" && name != "row.names" && name != "names" &&
                                   name != ".Names"))
                return fault("found " + cite(name) + ", expected dim or dimnames",
                             found[at].value.begin);
        }
        if (!is_frame)
            return shaped(call, data, dim, names_part, group);
        std::size_t end = 0;
        const auto columns = arguments(data.begin + 4, "list", end);
        return columns ? frame(*columns, group, call) : Result<>(columns.error());
    }

    /// Reads the rows of rbind() or the columns of cbind().
    Result<> bound(const std::vector<Argument>& found, BracketGroup& group, const RCall& call) {
        if (found.empty())
            return fault("found no numbers", call.begin);
        std::vector<RVector> vectors;
        std::vector<std::string> line_names;
        for (const Argument& one : found) {
            auto read = vector(one.value);
            if (!read)
                return read.error();
            if (read->numbers.empty())
                return fault("found no numbers", one.value.begin);
            if (!vectors.empty() && read->numbers.size() != vectors[0].numbers.size())
                return fault("found " + std::to_string(read->numbers.size()) +
                                 " numbers, expected " + std::to_string(vectors[0].numbers.size()) +
                                 " as in the first",
                             one.value.begin);
            vectors.push_back(*std::move(read));
            line_names.push_back(one.name);
        }
        set_lines(vectors, call.name == "rbind", group);
        if (std::all_of(line_names.begin(), line_names.end(),
                        [](const std::string& name) { return !name.empty(); }))
            (call.name == "rbind" ? group.row_names : group.column_names) = line_names;
        (call.name == "rbind" ? group.column_names : group.row_names) = vectors[0].names;
        return Nothing{};
    }
    static void set_lines(const std::vector<RVector>& vectors, bool are_rows, BracketGroup& group) {
        Matrix matrix(static_cast<Index>(vectors.size()),
                      static_cast<Index>(vectors[0].numbers.size()));
        for (Index row = 0; row < matrix.rows(); ++row)
            for (Index column = 0; column < matrix.cols(); ++column)
                matrix(row, column) = vectors[static_cast<std::size_t>(row)]
                                          .numbers[static_cast<std::size_t>(column)];
        if (!are_rows)
            matrix.transposeInPlace();
        group.matrices = {std::move(matrix)};
    }

    /// Reads the columns of a data frame; one of words names the rows.
    Result<> frame(const std::vector<Argument>& found, BracketGroup& group, const RCall& call) {
        std::vector<RVector> vectors;
        std::size_t length = 0;
        for (const Argument& one : found) {
            if (one.name == "stringsAsFactors" || one.name == "check.names")
                continue;
            std::size_t size = 0;
            if (are_names(one.value)) {
                if (!group.row_names.empty())
                    return unexpected(one.value, "one column of words, which names the rows");
                group.row_names = *names(one.value);
                size = group.row_names.size();
            } else {
                auto read = vector(one.value);
                if (!read)
                    return read.error();
                size = read->numbers.size();
                vectors.push_back(*std::move(read));
                group.column_names.push_back(one.name);
            }
            if (length != 0 && size != length)
                return fault("found " + std::to_string(size) + " values, expected " +
                                 std::to_string(length) + " as in the first column",
                             one.value.begin);
            length = size;
        }
        if (vectors.empty() || vectors[0].numbers.empty())
            return fault("found no numbers", call.begin);
        if (!group.row_names.empty() && group.row_names.size() != length)
            return fault("found " + std::to_string(group.row_names.size()) + " names, expected " +
                             std::to_string(length),
                         call.begin);
        set_lines(vectors, false, group);
        return Nothing{};
    }

    std::string source_, without_quotes_, plain_;
    std::string_view text_; // plain_
    std::size_t numbers_ = 0;
};

bool begins_number(std::string_view word) {
    return !word.empty() && (is_numeral(word[0]) || word[0] == '-' || word[0] == '.');
}

/// Whether digits stand in the text that are no part of a name.
bool holds_number(std::string_view text) {
    for (std::size_t at = 0; at < text.size(); ++at)
        if (is_numeral(text[at]) && (at == 0 || !is_of_r_name(text[at - 1]) || text[at - 1] == '.'))
            return true;
    return false;
}

/// Whether a call of this name makes numbers as in R, and not as in Python.
bool makes_numbers(std::string_view text, const RCall& call) {
    constexpr std::size_t looked_at = 80;
    const std::string_view window = text.substr(call.open, looked_at);
    const auto close = closing(window, 0);
    const std::string_view inside =
        trimmed(window.substr(1, close == std::string_view::npos ? close : close - 1));
    if (call.begin > 0 && text[call.begin - 1] == '.') // a name inside a module
        return false;
    const std::string_view first = inside.substr(0, inside.find_first_of(",)"));
    const auto equal = first.find('=');
    const std::string_view value =
        equal == std::string_view::npos ? first : trimmed(first.substr(equal + 1));
    const auto colon = value.find(':');
    const bool is_range = begins_number(value) && colon != std::string_view::npos &&
                          begins_number(trimmed(value.substr(colon + 1)));
    const bool has_vector =
        first.find("c(") != std::string_view::npos || first.find("list(") != std::string_view::npos;
    if (call.name == "c")
        return is_range || (begins_number(value) && inside.find(',') != std::string_view::npos);
    if (has_vector || is_range)
        return true;
    if (call.name == "rbind" || call.name == "cbind" || call.name == "data.frame")
        return begins_number(value);
    if (call.name == "array" || call.name == "structure")
        return begins_number(value) && inside.find("dim") != std::string_view::npos;
    const bool is_computed =
        !inside.empty() && begins_name(inside[0]) && inside.find(", ") != std::string_view::npos;
    return call.name == "matrix" && (begins_number(inside) || is_computed);
}

/// Returns where the first matrix or list in brackets stands, valid or not. Skips single numbers:
/// they are notes, or count what R prints: "[1]".
std::optional<std::string> place_of_brackets(std::string_view text) {
    const BracketText brackets = bracket_groups(text);
    for (const BracketGroup& group : brackets.groups)
        if (!group.is_list || group.matrices.front().size() > 1)
            return place_in(text, group.begin);
    if (!brackets.fault)
        return std::nullopt;
    return brackets.fault->where.empty() ? "another place" : brackets.fault->where;
}

} // namespace

Result<bool> is_r(std::string_view text) {
    const std::string plain = blanked(text, Blanked::CommentsAndQuotes);
    if (const auto set = set_part(plain, false))
        return change_of(text, *set);
    std::string beside = blanked(text, Blanked::Comments); // and without the calls
    std::optional<RCall> first;
    bool has_numbers = false;
    for (auto call = next_call(plain, 0); call;) {
        std::size_t end = call->open + 1;
        if (makes_numbers(plain, *call)) {
            const auto close = closing(plain, call->open);
            end = close == std::string_view::npos ? plain.size() : close + 1;
            const auto inside = std::string_view(plain).substr(call->open, end - call->open);
            has_numbers = has_numbers || holds_number(inside);
            first = first ? first : call;
            if (close == std::string_view::npos)
                end = call->open + 1;
            std::fill(beside.begin() + static_cast<std::ptrdiff_t>(call->begin),
                      beside.begin() + static_cast<std::ptrdiff_t>(end), ' ');
            if (close == std::string_view::npos)
                break;
        }
        call = next_call(plain, end);
    }
    if (!first)
        return false;
    const auto bracket = place_of_brackets(beside);
    if (!bracket)
        return true;
    if (!has_numbers)
        return false;
    return Error{"found " + std::string(first->name) + "() of R, and brackets of numbers at " +
                     *bracket + "; copy the matrices of one of the two",
                 place_in(text, first->begin)};
}

Result<std::vector<BracketGroup>> r_groups(std::string_view text) {
    return RText(text).all();
}

} // namespace attn::io
