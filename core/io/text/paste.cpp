// SPDX-License-Identifier: MIT
#include "core/io/text/paste.h"

#include "core/base/utf8.h"
#include "core/io/text/bracket_text.h"
#include "core/io/text/cell_text.h"
#include "core/io/text/display_text.h"
#include "core/io/text/json_arrays.h"
#include "core/io/text/markup_text.h"
#include "core/io/text/matrix_beside.h"
#include "core/io/text/r_text.h"
#include "core/io/text/text_place.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace attn::io {
namespace {

/// Returns the line above without signs at its end; empty if it has brackets or is too long.
std::string heading_above(std::string_view text, std::size_t at) {
    constexpr std::size_t longest = 400;
    const std::size_t first = at > longest ? at - longest : 0;
    std::string_view before = text.substr(first, at - first);
    const auto line = before.rfind('\n');
    if (line == std::string_view::npos)
        return {};
    before = trimmed(before.substr(0, line));
    const auto begin = before.rfind('\n');
    std::string_view above =
        trimmed(begin == std::string_view::npos ? before : before.substr(begin + 1));
    while (!above.empty() && (above.back() == ':' || above.back() == '-' || above.back() == '=' ||
                              above.back() == ' '))
        above.remove_suffix(1);
    constexpr std::size_t most = 60;
    const bool has_numbers = above.find_first_of("[]") != std::string_view::npos;
    return has_numbers || above.size() > most ? std::string() : valid_utf8(above);
}

/// A list of numbers among others: its matrix and its row.
struct ListPlace {
    std::string row; // "The"
    std::string key; // "Query"; empty if a line holds one list
};

/// Parses "The - Query", then "Key" and "Value" on the same line.
ListPlace place_of(const BracketGroup& group, const BracketGroup* before, const ListPlace& last) {
    const auto dash = group.label.find(" - ");
    if (dash != std::string::npos)
        return {group.label.substr(0, dash), group.label.substr(dash + 3)};
    if (before && before->line == group.line && !last.key.empty())
        return {last.row, group.label};
    return {group.label, ""};
}

struct Stack {
    std::string key;
    std::size_t last_line = 0;
    bool is_open = true;
    PastedGrid grid;
    std::vector<Error> unnamed; // the errors of its rows
    bool has_neighbours = false;
};

PastedGrid grid_of(const BracketGroup& group, std::size_t at, std::string_view text) {
    PastedGrid grid;
    grid.matrix = group.matrices[at];
    grid.applied = group.applied;
    grid.row_names = group.row_names;
    grid.column_names = group.column_names;
    grid.name =
        group.label.empty() && group.begins_line ? heading_above(text, group.begin) : group.label;
    if (group.matrices.size() > 1)
        grid.name += "[" + std::to_string(at) + "]";
    return grid;
}

/// Checks the text next to the rows of a stack that no sign follows: it names rows if there are
/// several, and numbers them if it counts. Otherwise it may be a factor.
std::optional<Error> unnamed_rows(const Stack& stack) {
    if (stack.unnamed.empty() || (stack.grid.matrix.size() == 1 && stack.has_neighbours))
        return std::nullopt;
    const auto& names = stack.grid.row_names;
    const auto first = scalar(names.front());
    for (std::size_t row = 0; row < names.size(); ++row) {
        const auto number = scalar(names[row]);
        const bool counts =
            !first || (number && *number == *first + static_cast<Real>(row)); // 0, 1, 2, …
        if (names.size() == 1 || !counts)
            return stack.unnamed.front();
    }
    return std::nullopt;
}

/// Returns matrices unchanged, and joins lists of the same length below each other into one.
Result<Pasted> from_groups(const std::vector<BracketGroup>& groups, std::string_view text) {
    Pasted pasted;
    pasted.form = groups.front().form;
    std::vector<Stack> stacks;
    ListPlace place;
    for (std::size_t number = 0; number < groups.size(); ++number) {
        const BracketGroup& group = groups[number];
        place = place_of(group, number > 0 ? &groups[number - 1] : nullptr, place);
        if (!group.is_list || group.matrices.size() != 1) {
            for (std::size_t at = 0; at < group.matrices.size(); ++at)
                stacks.push_back({"", 0, false, grid_of(group, at, text), {}});
            continue;
        }
        const Matrix& row = group.matrices.front();
        constexpr std::size_t most_looked_at = 16; // lists that a line may hold
        Stack* open = nullptr;
        for (std::size_t back = 1; back <= std::min(stacks.size(), most_looked_at); ++back) {
            Stack& stack = stacks[stacks.size() - back];
            if (stack.is_open && stack.key == place.key && stack.grid.matrix.cols() == row.cols() &&
                stack.last_line + 1 == group.line)
                open = &stack;
        }
        if (!open) {
            Stack stack{place.key, group.end_line, true, {}, {}};
            stack.grid.matrix = row;
            stack.grid.column_names = group.column_names;
            stack.grid.applied = group.applied;
            stack.grid.name = !place.key.empty() ? place.key
                              : group.begins_line && group.label.empty()
                                  ? heading_above(text, group.begin)
                                  : "";
            stack.grid.row_names = {place.row};
            if (group.unnamed)
                stack.unnamed.push_back(*group.unnamed);
            stacks.push_back(std::move(stack));
            continue;
        }
        open->last_line = group.end_line;
        if (group.unnamed)
            open->unnamed.push_back(*group.unnamed);
        open->grid.row_names.push_back(place.row);
        for (const std::string& said : group.applied)
            open->grid.applied.push_back(said + " (row " +
                                         std::to_string(open->grid.row_names.size() - 1) + ")");
        Matrix& matrix = open->grid.matrix;
        const auto count = static_cast<Index>(open->grid.row_names.size());
        if (count > matrix.rows()) // doubles the space, so that many rows take linear time
            matrix.conservativeResize(std::max<Index>(2 * matrix.rows(), 4), Eigen::NoChange);
        matrix.row(count - 1) = row;
    }
    for (Stack& stack : stacks) {
        PastedGrid& grid = stack.grid;
        stack.has_neighbours = stacks.size() > 1;
        if (stack.is_open && !grid.row_names.empty()) {
            grid.matrix.conservativeResize(static_cast<Index>(grid.row_names.size()),
                                           Eigen::NoChange);
            if (const auto fault = unnamed_rows(stack))
                return *fault;
            if (grid.matrix.rows() == 1 && grid.name.empty())
                grid.name = grid.row_names.front();
            if (std::any_of(grid.row_names.begin(), grid.row_names.end(),
                            [](const std::string& name) { return name.empty(); }) ||
                grid.matrix.rows() == 1)
                grid.row_names.clear();
        }
        pasted.grids.push_back(std::move(grid));
    }
    return pasted;
}

PastedGrid grid_of(TextTable table) {
    return {
        "", std::move(table.matrix), std::move(table.row_names), std::move(table.column_names), {}};
}

Result<Pasted> from_markdown(std::string_view text) {
    auto tables = read_markdown(text);
    if (!tables)
        return tables.error();
    Pasted pasted{"Markdown table", {}};
    for (TextTable& table : *tables)
        pasted.grids.push_back(grid_of(std::move(table)));
    return pasted;
}

Result<Pasted> from_latex(std::string_view text) {
    auto matrices = read_latex(text);
    if (!matrices)
        return matrices.error();
    Pasted pasted{"LaTeX matrix", {}};
    for (LatexMatrix& matrix : *matrices) {
        pasted.grids.push_back(grid_of(std::move(matrix.table)));
        pasted.grids.back().name = std::move(matrix.name);
        pasted.grids.back().applied = std::move(matrix.applied);
    }
    return pasted;
}

Pasted from_display(Display display) {
    Pasted pasted{std::move(display.form), {}};
    for (DisplayedMatrix& shown : display.matrices) {
        pasted.grids.push_back(grid_of(std::move(shown.table)));
        pasted.grids.back().name = std::move(shown.name);
        pasted.grids.back().applied = std::move(shown.applied);
    }
    return pasted;
}

Result<Pasted> from_json(std::vector<JsonArray> arrays) {
    Pasted pasted{"JSON", {}};
    for (JsonArray& array : arrays) {
        if (!array.words.empty())
            pasted.words.push_back({array.name, std::move(array.words)});
        for (std::size_t at = 0; at < array.matrices.size(); ++at)
            pasted.grids.push_back(
                {array.name + (array.matrices.size() > 1 ? "[" + std::to_string(at) + "]" : ""),
                 std::move(array.matrices[at]), array.row_names, array.column_names,
                 array.applied});
    }
    if (pasted.grids.empty())
        return Error{"the JSON object has words and no list of numbers"};
    return pasted;
}

/// Reads "tensor(0.4602)", "np.float64(0.5)", "1/np.sqrt(2)" as one number.
std::optional<Real> single_number(std::string_view text) {
    text = trimmed(text);
    if (const auto number = number_word(text); number && text.find(',') == std::string_view::npos)
        return number;
    constexpr std::size_t longest = 200;
    if (text.size() > longest || text.find_first_of("(") == std::string_view::npos ||
        text.find_first_of("0123456789") == std::string_view::npos)
        return std::nullopt;
    const auto read = read_number(text, {Marks::Point, false, true});
    return read ? std::optional(read->value) : std::nullopt;
}

/// Whether single numbers in brackets are only notes or words ("[1]") beside something else.
bool are_notes(const BracketText& brackets) {
    return std::all_of(brackets.groups.begin(), brackets.groups.end(),
                       [](const BracketGroup& group) {
                           return group.is_list && group.matrices.front().size() == 1;
                       });
}
/// Whether there are digits outside all brackets.
bool has_digits_beside(const BracketText& brackets, std::string_view text) {
    std::size_t from = 0;
    const auto has = [](std::string_view part) {
        return part.find_first_of("0123456789") != std::string_view::npos;
    };
    for (const BracketGroup& group : brackets.groups) {
        if (has(text.substr(from, group.begin - from)))
            return true;
        from = group.end;
    }
    return has(text.substr(from));
}

Result<Pasted> from_table(std::string_view text, const std::optional<Dialect>& dialect,
                          NotANumber not_a_number) {
    auto table = read_table(text, dialect, not_a_number);
    if (!table)
        return table.error();
    Pasted pasted{"table with " + describe(table->dialect), {}};
    pasted.dialect = table->dialect;
    auto other = dialect ? std::nullopt : other_reading(text, *table);
    const auto applied = applied_to(*table);
    pasted.grids.push_back(grid_of(*std::move(table)));
    pasted.grids.back().applied = applied;
    if (other) {
        const auto name = [](const TextTable& one) {
            return one.dialect.has_decimal_comma ? "decimal commas"
                   : one.thousands.empty()       ? "commas between cells"
                                                 : "commas between thousands";
        };
        pasted.is_ambiguous = true;
        pasted.other = describe(*other);
        const bool parts_cells =
            pasted.dialect->separator == ',' && !pasted.dialect->has_decimal_comma;
        pasted.grids.front().name = parts_cells ? "commas between cells"
                                    : pasted.dialect->has_decimal_comma
                                        ? "decimal commas"
                                        : "commas between thousands";
        const std::string other_name = name(*other);
        const auto other_applied = applied_to(*other);
        pasted.grids.push_back(grid_of(*std::move(other)));
        pasted.grids.back().name = other_name;
        pasted.grids.back().applied = other_applied;
    }
    return pasted;
}

/// Reads a text of brackets, or a table whose words have brackets: the reading that covers all of
/// it; else returns the error of the one that got farthest.
Result<Pasted> from_brackets(std::string_view text, NotANumber not_a_number) {
    const BracketText brackets = bracket_groups(text);
    const bool has_groups = !brackets.groups.empty();
    if (has_groups && !brackets.fault && !are_notes(brackets))
        return from_groups(brackets.groups, text);
    auto table = from_table(text, {}, not_a_number);
    if (table)
        return table;
    if (has_groups && !brackets.fault && !has_digits_beside(brackets, text))
        return from_groups(brackets.groups, text);
    const bool is_farther = !brackets.fault || line_of(table.error()) > line_of(*brackets.fault);
    return is_farther ? table.error() : *brackets.fault;
}

} // namespace

std::string applied_sentences(const Pasted& pasted) {
    std::string text;
    const std::size_t shown = pasted.is_ambiguous ? 1 : pasted.grids.size();
    for (std::size_t at = 0; at < shown; ++at)
        for (const std::string& said : pasted.grids[at].applied) {
            const std::string& name = pasted.grids[at].name;
            const std::string which = shown == 1     ? ""
                                      : name.empty() ? "Matrix " + std::to_string(at) + ": "
                                                     : printable(name) + ": ";
            std::string sentence = said;
            if (which.empty() && !sentence.empty() && sentence[0] >= 'a' && sentence[0] <= 'z')
                sentence[0] = static_cast<char>(sentence[0] - 'a' + 'A');
            text += which + sentence + ". ";
        }
    return text;
}

Result<Pasted> read_pasted(std::string_view text, const std::optional<Dialect>& dialect,
                           NotANumber not_a_number) {
    if (text.size() > max_pasted_bytes)
        return Error{"the text has " + std::to_string(text.size()) + " bytes; at most " +
                     std::to_string(max_pasted_bytes) + " are read"};
    if (text.starts_with("\xEF\xBB\xBF"))
        text.remove_prefix(3);
    if (trimmed(text).empty())
        return Error{"there is no text to paste"};
    if (dialect)
        return from_table(text, dialect, not_a_number);
    if (const auto number = single_number(text);
        number && (not_a_number == NotANumber::Kept || !std::isnan(*number)))
        return Pasted{"number", {{"", Matrix::Constant(1, 1, *number), {}, {}, {}}}};
    auto json = json_arrays(text);
    if (!json)
        return json.error();
    if (*json)
        return from_json(**std::move(json));
    if (is_latex(text))
        return from_latex(text);
    for (const auto read : {read_box, read_display}) {
        auto display = read(text);
        if (!display)
            return display.error();
        if (*display)
            return from_display(**std::move(display));
    }
    if (is_markdown(text))
        return from_markdown(text);
    const auto is_of_r = is_r(text);
    if (!is_of_r)
        return is_of_r.error();
    if (*is_of_r) {
        const auto groups = r_groups(text);
        return groups ? from_groups(*groups, text) : Result<Pasted>(groups.error());
    }
    return from_brackets(text, not_a_number);
}

} // namespace attn::io
