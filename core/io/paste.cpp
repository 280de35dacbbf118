// SPDX-License-Identifier: MIT
#include "core/io/paste.h"

#include "core/base/utf8.h"
#include "core/io/bracket_text.h"
#include "core/io/markup_text.h"
#include "core/io/number_word.h"

#include <algorithm>
#include <array>
#include <optional>

namespace attn::io {
namespace {

/// A line of a text without what ends it, and the words of it when they are no numbers.
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
    while (!above.empty() && (above.back() == ':' || above.back() == '-' || above.back() == ' '))
        above.remove_suffix(1);
    constexpr std::size_t most = 60;
    const bool has_numbers = above.find_first_of("[]") != std::string_view::npos;
    return has_numbers || above.size() > most ? std::string() : valid_utf8(above);
}

/// A list of numbers among others: which row of which matrix it may be.
struct ListPlace {
    std::string row; // "The"
    std::string key; // "Query"; empty where a line holds one list
};

/// "The - Query", then "Key" and "Value" on the same line.
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
};

PastedGrid grid_of(const BracketGroup& group, std::size_t at, std::string_view text) {
    PastedGrid grid;
    grid.matrix = group.matrices[at];
    grid.name =
        group.label.empty() && group.begins_line ? heading_above(text, group.begin) : group.label;
    if (group.matrices.size() > 1)
        grid.name += "[" + std::to_string(at) + "]";
    return grid;
}

/// Matrices as they stand, and lists of the same length under each other as one.
Pasted from_groups(const std::vector<BracketGroup>& groups, std::string_view text) {
    Pasted pasted;
    pasted.form = groups.front().form;
    std::vector<Stack> stacks;
    ListPlace place;
    for (std::size_t number = 0; number < groups.size(); ++number) {
        const BracketGroup& group = groups[number];
        place = place_of(group, number > 0 ? &groups[number - 1] : nullptr, place);
        if (!group.is_list || group.matrices.size() != 1) {
            for (std::size_t at = 0; at < group.matrices.size(); ++at)
                stacks.push_back({"", 0, false, grid_of(group, at, text)});
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
            Stack stack{place.key, group.end_line, true, {}};
            stack.grid.matrix = row;
            stack.grid.name = !place.key.empty() ? place.key
                              : group.begins_line && group.label.empty()
                                  ? heading_above(text, group.begin)
                                  : "";
            stack.grid.row_names = {place.row};
            stacks.push_back(std::move(stack));
            continue;
        }
        open->last_line = group.end_line;
        open->grid.row_names.push_back(place.row);
        Matrix& matrix = open->grid.matrix;
        const auto count = static_cast<Index>(open->grid.row_names.size());
        if (count > matrix.rows()) // Room is doubled, so that many rows cost no more than once.
            matrix.conservativeResize(std::max<Index>(2 * matrix.rows(), 4), Eigen::NoChange);
        matrix.row(count - 1) = row;
    }
    for (Stack& stack : stacks) {
        PastedGrid& grid = stack.grid;
        if (!grid.row_names.empty()) {
            grid.matrix.conservativeResize(static_cast<Index>(grid.row_names.size()),
                                           Eigen::NoChange);
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
    return {"", std::move(table.matrix), std::move(table.row_names), std::move(table.column_names)};
}

Result<std::optional<Pasted>> from_tables(Result<std::vector<TextTable>> tables, const char* form) {
    if (!tables)
        return tables.error();
    Pasted pasted{form, {}, false};
    for (TextTable& table : *tables)
        pasted.grids.push_back(grid_of(std::move(table)));
    return std::optional(std::move(pasted));
}

/// "tensor(0.4602)", "np.float64(0.5)", "array(3)": one number and what wraps it.
std::optional<Real> wrapped_number(std::string_view text) {
    text = trimmed(text);
    const auto open = text.find('(');
    if (open == std::string_view::npos || !text.ends_with(")"))
        return number_word(text);
    const std::string_view call = text.substr(0, open);
    constexpr std::array<std::string_view, 9> calls = {"tensor",     "torch.tensor", "array",
                                                       "np.array",   "np.float64",   "np.float32",
                                                       "np.float16", "np.int64",     "float"};
    if (std::find(calls.begin(), calls.end(), call) == calls.end())
        return std::nullopt;
    const std::string_view inside = text.substr(open + 1, text.size() - open - 2);
    return number_word(inside.substr(0, inside.find(',')));
}

/// As MATLAB prints large matrices: "1.0e+03 *" above the numbers.
std::optional<Real> factor_line(std::string_view& text) {
    const std::string_view all = trimmed(text);
    const std::string_view line = trimmed(all.substr(0, all.find('\n')));
    if (!line.ends_with("*"))
        return std::nullopt;
    const auto factor = number_word(line.substr(0, line.size() - 1));
    if (factor)
        text = all.substr(std::min(all.find('\n'), all.size()));
    return factor;
}

} // namespace

Result<std::optional<Pasted>> read_marked(std::string_view text) {
    if (text.size() > max_pasted_bytes)
        return Error{"the text has " + std::to_string(text.size()) + " bytes; at most " +
                     std::to_string(max_pasted_bytes) + " are read"};
    if (trimmed(text).empty())
        return Error{"there is no text to paste"};
    if (const auto number = wrapped_number(text))
        return std::optional(
            Pasted{"number", {{"", Matrix::Constant(1, 1, *number), {}, {}}}, false});
    if (is_latex(text))
        return from_tables(read_latex(text), "LaTeX matrix");
    if (is_markdown(text))
        return from_tables(read_markdown(text), "Markdown table");
    const BracketText brackets = bracket_groups(text);
    if (brackets.fault)
        return *brackets.fault;
    if (brackets.groups.empty())
        return std::optional<Pasted>();
    return std::optional(from_groups(brackets.groups, text));
}

Result<Pasted> read_pasted(std::string_view text) {
    auto marked = read_marked(text);
    if (!marked)
        return marked.error();
    if (*marked)
        return **std::move(marked);
    const auto factor = factor_line(text);
    auto table = read_table(text);
    if (!table)
        return Error{table.error().message + "; a matrix can be pasted from NumPy, PyTorch, a "
                                             "spreadsheet, CSV, Markdown, LaTeX, MATLAB or JSON",
                     table.error().where};
    Pasted pasted{"table with " + describe(table->dialect), {}, false};
    if (factor)
        table->matrix *= *factor;
    auto other = factor ? std::nullopt : other_reading(text, *table);
    pasted.grids.push_back(grid_of(*std::move(table)));
    if (other) {
        pasted.is_ambiguous = true;
        pasted.grids.front().name = "commas between cells";
        pasted.grids.push_back(grid_of(*std::move(other)));
        pasted.grids.back().name = "decimal commas";
    }
    return pasted;
}

} // namespace attn::io
