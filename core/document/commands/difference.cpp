// SPDX-License-Identifier: MIT
#include "core/document/commands/difference.h"

#include "core/document/model/given.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/document/model/table.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

namespace attn {
namespace {

/// The commands so far and the document they have led to. A command that cannot be done, or changes
/// nothing, is left out; take() returns whether it was taken.
struct CommandWay {
    Document now;
    const Document& goal;
    std::vector<Command> taken = {};

    bool take(Command command) {
        auto next = attn::apply(now, command);
        if (!next || *next == now)
            return false;
        now = *std::move(next);
        taken.push_back(std::move(command));
        return true;
    }
};

using NameList = std::vector<std::string>;

/// Which names of `from` stay, in order, on the way to `to`: a longest common subsequence.
std::vector<bool> names_that_stay(const NameList& from, const NameList& to) {
    const std::size_t rows = from.size(), columns = to.size();
    std::vector<std::vector<std::size_t>> common(rows + 1,
                                                 std::vector<std::size_t>(columns + 1, 0));
    for (std::size_t row = rows; row-- > 0;)
        for (std::size_t column = columns; column-- > 0;)
            common[row][column] = from[row] == to[column]
                                      ? common[row + 1][column + 1] + 1
                                      : std::max(common[row + 1][column], common[row][column + 1]);
    std::vector<bool> stays(rows, false);
    for (std::size_t row = 0, column = 0; row < rows && column < columns;) {
        if (from[row] == to[column]) {
            stays[row++] = true;
            ++column;
        } else if (common[row + 1][column] >= common[row][column + 1]) {
            ++row;
        } else {
            ++column;
        }
    }
    return stays;
}

/// Moves words to their places, if these are the same words.
void move_words(CommandWay& way) {
    for (std::size_t at = 0; at < way.goal.tokens.size(); ++at) {
        const NameList& list = names(way.now, Names::Rows);
        const std::string& wanted = way.goal.tokens[at];
        if (list[at] == wanted)
            continue;
        const auto found =
            std::find(list.begin() + static_cast<std::ptrdiff_t>(at), list.end(), wanted);
        if (found == list.end())
            return;
        const auto from = found - list.begin();
        const auto next = static_cast<std::ptrdiff_t>(at) + 1;
        // A word that went to the right moves alone; the others follow by themselves.
        const bool goes_right = next < static_cast<std::ptrdiff_t>(list.size()) &&
                                list[static_cast<std::size_t>(next)] == wanted;
        if (!goes_right) {
            way.take(MoveToken{from, static_cast<Index>(at)});
            continue;
        }
        const auto to = std::find(way.goal.tokens.begin(), way.goal.tokens.end(), list[at]);
        if (to == way.goal.tokens.end())
            return;
        way.take(MoveToken{static_cast<Index>(at), to - way.goal.tokens.begin()});
    }
}

/// The row of X that a new word of the goal has; none if it is not as wide yet, or has its row in a
/// table.
SharedMatrix embedding_of(const CommandWay& way, Names of, std::size_t row) {
    if (of != Names::Rows || way.goal.embeddings.cols() != d_model(way.now) || !has_x(way.now))
        return {};
    if (way.now.options.has_table)
        return {};
    return Matrix(embeddings_of(way.goal).row(static_cast<Index>(row)));
}

/// Changes a list of names by renaming, moving, adding and removing.
void take_single_names(CommandWay& way, Names of) {
    const NameList from = names(way.now, of), to = names(way.goal, of);
    if (from == to)
        return;
    if (from.size() == to.size()) {
        NameList left = from, right = to;
        std::sort(left.begin(), left.end());
        std::sort(right.begin(), right.end());
        if (of == Names::Rows && left == right)
            return move_words(way);
        for (std::size_t at = 0; at < to.size(); ++at)
            if (from[at] != to[at])
                way.take(RenameToken{static_cast<Index>(at), to[at], of});
        return;
    }
    const std::vector<bool> stays = names_that_stay(from, to);
    // A list keeps at least one name, so that new ones come before old ones go.
    NameList list;
    std::vector<std::size_t> old; // rows to remove, as they are after all insertions
    std::size_t at = 0;
    const auto insert_next = [&] {
        way.take(
            InsertToken{static_cast<Index>(list.size()), to[at], embedding_of(way, of, at), of});
        list.push_back(to[at]);
        ++at;
    };
    for (std::size_t row = 0; row < from.size(); ++row) {
        if (!stays[row]) {
            old.push_back(list.size());
            list.push_back(from[row]);
            continue;
        }
        while (to[at] != from[row])
            insert_next();
        list.push_back(from[row]);
        ++at;
    }
    while (at < to.size())
        insert_next();
    for (auto row = old.rbegin(); row != old.rend(); ++row)
        way.take(RemoveToken{static_cast<Index>(*row), of});
}

/// Takes one command for all words of a table where single words would take more.
void take_names(CommandWay& way, Names of) {
    CommandWay single{way.now, way.goal, way.taken};
    take_single_names(single, of);
    const bool is_text = of == Names::Rows && way.now.options.has_table;
    if (is_text && single.taken.size() > way.taken.size() + 1 &&
        way.take(SetWords{way.goal.tokens.list()}))
        return;
    way.now = std::move(single.now);
    way.taken = std::move(single.taken);
}

void take_model(CommandWay& way) {
    const Document& goal = way.goal;
    if (way.now.projections != goal.projections)
        way.take(SetProjections{goal.projections});
    if (way.now.options != goal.options)
        way.take(SetOptions{goal.options, "Change the model"});
    while (way.now.heads.size() < goal.heads.size() && way.take(AddHead{})) {
    }
    while (way.now.heads.size() > goal.heads.size() &&
           way.take(RemoveHead{static_cast<Index>(way.now.heads.size()) - 1})) {
    }
    if (way.now.join != goal.join)
        way.take(SetJoin{goal.join});
    if (way.now.options != goal.options) // what heads or a join had to be there for
        way.take(SetOptions{goal.options, "Change the model"});
    if (d_model(way.now) != d_model(goal))
        way.take(SetWidth{Width::Model, d_model(goal)});
    if (!goal.heads.empty() && d_k(way.now) != d_k(goal))
        way.take(SetWidth{Width::QueryKey, d_k(goal)});
    if (!goal.heads.empty() && d_v(way.now) != d_v(goal))
        way.take(SetWidth{Width::Value, d_v(goal)});
    if (way.now.concepts.kept != goal.concepts.kept)
        way.take(SetKept{goal.concepts.kept});
}

void take_switches(CommandWay& way) {
    const Switches& goal = way.goal.switches;
    way.take(SetScale{goal.scale});
    way.take(SetMask{goal.mask});
    way.take(SetNormaliser{goal.normaliser});
    way.take(SetAxis{goal.axis});
    way.take(SetTemperature{goal.temperature});
    way.take(SetConvention{way.goal.convention});
}

void take_given(CommandWay& way) {
    for (const SheetId& sheet : given_stages(way.now))
        if (!is_given_stage(way.goal, sheet))
            way.take(Release{sheet});
    for (const SheetId& sheet : given_stages(way.goal))
        if (!is_given_stage(way.now, sheet))
            way.take(Give{sheet, *input(way.goal, sheet)});
}

/// Sets the numbers of one input: the few that differ, or its row, or all.
void take_numbers(CommandWay& way, const SheetId& sheet) {
    const SharedMatrix* const now = input(std::as_const(way.now), sheet);
    const SharedMatrix* const goal = input(way.goal, sheet);
    if (!now || !goal || *now == *goal)
        return;
    const SharedMatrix before = *now; // stays while commands change `now`
    const Matrix &from = *before, &to = **goal;
    if (from.rows() != to.rows() || from.cols() != to.cols()) {
        way.take(SetMatrix{sheet, *goal, "Set " + to_text(sheet)});
        return;
    }
    constexpr std::size_t most_cells = 4;
    std::vector<Place> changed;
    bool is_one_row = true;
    for (Index row = 0; row < to.rows(); ++row)
        for (Index column = 0; column < to.cols(); ++column)
            if (from(row, column) != to(row, column)) {
                is_one_row = is_one_row && (changed.empty() || changed[0].row == row);
                changed.push_back({sheet, row, column});
            }
    if (changed.size() <= most_cells)
        for (const Place& place : changed)
            way.take(SetCell{place, to(place.row, place.column)});
    else if (is_one_row)
        way.take(SetRow{sheet, changed[0].row, Matrix(to.row(changed[0].row))});
    else
        way.take(SetMatrix{sheet, *goal, "Set " + to_text(sheet)});
}

void take_remarks_of(CommandWay& way) {
    const Document& goal = way.goal;
    if (way.now.title != goal.title)
        way.take(SetTitle{goal.title});
    if (way.now.notes != goal.notes)
        way.take(SetNotes{goal.notes});
    if (goal.training && way.now.training != goal.training)
        way.take(SetTraining{*goal.training});
    if (way.now.covers != goal.covers)
        way.take(SetCovers{goal.covers, goal.covers.empty() ? "Reveal everything" : "Cover"});
    if (way.now.figures != goal.figures)
        way.take(SetFigures{goal.figures, "Keep figures"});
    if (way.now.lesson != goal.lesson)
        way.take(SetLesson{goal.lesson});
}

} // namespace

std::vector<Command> commands_between(const Document& before, const Document& after) {
    if (before == after)
        return {};
    CommandWay way{before, after};
    if (before.model == after.model) {
        for (const Names of : {Names::Rows, Names::Columns, Names::Vectors, Names::Memory})
            take_names(way, of);
        take_model(way);
        take_names(way, Names::Memory); // an option may have brought the list
        take_switches(way);
        take_given(way);
        for (const SheetId& sheet : sheets(after))
            if (is_given(after, sheet) && exists(way.now, sheet))
                take_numbers(way, sheet);
        take_remarks_of(way);
        if (way.now == after)
            return std::move(way.taken);
    }
    return {Replace{after, "Another document"}};
}

} // namespace attn
