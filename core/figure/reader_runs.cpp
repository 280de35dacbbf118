// SPDX-License-Identifier: MIT
#include "core/figure/reader_runs.h"

#include "core/document/model.h"
#include "core/document/sheet.h"
#include "core/engine/operation.h"
#include "core/figure/rich_text.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace attn::figure {
namespace {

constexpr Index most_counted = 400; // numbers of a stage that are checked one by one

/// What an input is part of in one stage, as text around the stage's name.
struct Reading {
    std::string before, name, after;
    Place first;

    bool is_said_as(const Reading& other) const {
        return before == other.before && after == other.after && !after.starts_with("(");
    }
};

class Readers {
public:
    Readers(const Document& document, const Trace& trace, const Place& input, const View& view)
        : document_(document), trace_(trace), input_(input), view_(view), stages_(graph(document)) {
    }

    std::vector<Reading> all() {
        const auto read = stages_.find(input_.sheet);
        const Index head = head_showing(document_, input_.sheet, view_.head);
        std::vector<Reading> list;
        for (std::size_t at = 0; at < stages_.size(); ++at) {
            const Node& node = stages_[at];
            if (node.sheet.head != sheet_of_head(document_, node.sheet.stage, head).head)
                continue;
            for (std::size_t input = 0; input < node.inputs.size(); ++input)
                if (node.inputs[input] == read)
                    if (auto found = reading(node, input))
                        list.push_back(*std::move(found));
        }
        return list;
    }
    /// Whether every head reads it, though only one is shown.
    bool is_of_every_head(const std::vector<Reading>& list) const {
        return head_count(document_) > 1 && !info(input_.sheet.stage).is_per_head &&
               std::any_of(list.begin(), list.end(), [](const Reading& one) {
                   return info(one.first.sheet.stage).is_per_head;
               });
    }

private:
    bool depends(const Node& node, Index row, Index column) const {
        const Derivation made =
            explain(stages_, {node.sheet, row, column}, document_.convention,
                    [&](std::size_t at) { return cells_of(document_, trace_, stages_[at].sheet); });
        const auto read = places(made);
        return std::find(read.begin(), read.end(), input_) != read.end();
    }
    /// A neighbouring line, to test whether it reads the input too. Nothing if there is only one
    /// line.
    static std::optional<Index> beside(Index line, Index count) {
        return count < 2 ? std::nullopt : std::optional(line + 1 < count ? line + 1 : line - 1);
    }
    std::optional<Reading> reading(const Node& node, std::size_t input) const {
        const std::string name(info(node.sheet.stage).symbol);
        const attn::Shape& shape = node.shape;
        if (!node.operation->readers)
            return counted(node, name);
        const auto spots = node.operation->readers(input, {input_.row, input_.column}, shape);
        if (spots.empty())
            return std::nullopt;
        const Spot first = spots.front();
        const auto other_row = beside(first.row, shape.rows),
                   other_column = beside(first.column, shape.columns);
        const bool is_row = other_column && depends(node, first.row, *other_column);
        const bool is_column = other_row && depends(node, *other_row, first.column);
        Reading made{"", name, "", {node.sheet, first.row, first.column}};
        if (is_column && info(input_.sheet.stage).is_per_head)
            made.first.row = std::min(view_.query, shape.rows - 1);
        const SheetRoles lines = roles_of(document_, node.sheet);
        const bool by_rows = document_.convention == Convention::TokensAsRows;
        if (is_row && is_column) {
            made.before = "all of ";
        } else if (is_row) {
            line(made, lines.rows, first.row, by_rows ? "row " : "column ");
        } else if (is_column) {
            line(made, lines.columns, first.column, by_rows ? "column " : "row ");
        } else {
            made.after = one(lines, first);
        }
        return made;
    }
    /// "Q of cat", or "row 1 of Q" if rows have no names.
    void line(Reading& made, Role role, Index at, const char* kind) const {
        const std::vector<std::string>* const words = words_of(document_, role);
        if (words)
            made.after = " of " + escape((*words)[static_cast<std::size_t>(at)]);
        else if (role != Role::One)
            made.before = kind + std::to_string(at) + " of ";
    }
    /// "(cat, 0)"
    std::string one(const SheetRoles& lines, const Spot& at) const {
        const auto name = [&](Role role, Index index) {
            const std::vector<std::string>* const words = words_of(document_, role);
            return role == Role::One ? ""
                   : words           ? escape((*words)[static_cast<std::size_t>(index)])
                                     : std::to_string(index);
        };
        const std::string row = name(lines.rows, at.row), column = name(lines.columns, at.column);
        if (row.empty() && column.empty())
            return "";
        return "(" + row + (row.empty() || column.empty() ? "" : ", ") + column + ")";
    }
    /// "5 numbers of biased", if they form no line.
    std::optional<Reading> counted(const Node& node, const std::string& name) const {
        if (node.shape.rows * node.shape.columns > most_counted)
            return Reading{"numbers of ", name, "", {node.sheet, 0, 0}};
        Index count = 0;
        std::optional<Place> first;
        for (Index row = 0; row < node.shape.rows; ++row)
            for (Index column = 0; column < node.shape.columns; ++column)
                if (depends(node, row, column)) {
                    ++count;
                    first = first.value_or(Place{node.sheet, row, column});
                }
        if (!first)
            return std::nullopt;
        const bool is_all = count == node.shape.rows * node.shape.columns;
        return Reading{is_all       ? "all of "
                       : count == 1 ? "one number of "
                                    : std::to_string(count) + " numbers of ",
                       name, "", *first};
    }

    const Document& document_;
    const Trace& trace_;
    const Place& input_;
    const View& view_;
    const Graph stages_;
};

} // namespace

std::vector<Run> reader_runs(const Document& document, const Trace& trace, const Place& input,
                             const View& view, const Theme& theme) {
    Readers readers(document, trace, input, view);
    const std::vector<Reading> list = readers.all();
    std::vector<Run> runs;
    const auto plain = [&](const std::string& text, bool has_space) {
        if (!text.empty())
            runs.push_back({text, Font::Sans, theme.dim_text, has_space});
    };
    for (std::size_t at = 0; at < list.size();) {
        std::size_t end = at + 1;
        while (end < list.size() && list[end].is_said_as(list[at]))
            ++end;
        const bool is_last = end == list.size();
        if (at > 0)
            plain(is_last ? "and" : ",", is_last);
        plain(list[at].before.substr(0, list[at].before.size() - (list[at].before.empty() ? 0 : 1)),
              true);
        for (std::size_t one = at; one < end; ++one) {
            if (one > at)
                plain(one + 1 == end ? "and" : ",", one + 1 == end);
            const bool has_brackets = list[one].after.starts_with("(");
            runs.push_back({list[one].name + (has_brackets ? list[one].after : ""), Font::Bold,
                            theme.accent_text, true, true, list[one].first});
        }
        if (!list[at].after.starts_with("(") && !list[at].after.empty())
            plain(list[at].after.substr(1), true);
        at = end;
    }
    if (readers.is_of_every_head(list))
        plain("in each of " + std::to_string(head_count(document)) + " heads", true);
    return runs;
}

} // namespace attn::figure
