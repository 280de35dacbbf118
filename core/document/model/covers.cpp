// SPDX-License-Identifier: MIT
#include "core/document/model/covers.h"

#include "core/base/covered.h"
#include "core/document/model/given.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/document/model/sheet_numbers.h"
#include "core/document/model/stage_plan.h"
#include "core/document/model/written_place.h"
#include "core/document/telling/step.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <utility>

namespace attn {
namespace {

bool overlap(const CellRange& a, const CellRange& b) {
    return a.sheet == b.sheet && a.row < b.row + b.rows && b.row < a.row + a.rows &&
           a.column < b.column + b.columns && b.column < a.column + a.columns;
}

/// Returns where the cells come from that take their numbers over unchanged, because nothing
/// divides the scores or because the mask leaves them open; in reading order.
std::vector<CellRange> origins(const Document& document, const CellRange& cells) {
    const Stage stage = cells.sheet.stage;
    const bool is_masked = stage == Stage::Masked && has_stage(document, stage) &&
                           !is_given_stage(document, cells.sheet);
    const bool is_whole = repeats_previous(document, cells.sheet);
    if (!is_whole && !is_masked)
        return {};
    CellRange before = cells;
    before.sheet.stage = stage_before(document, cells.sheet);
    if (is_whole)
        return {before};
    std::vector<CellRange> runs;
    for (Index row = cells.row; row < cells.row + cells.rows; ++row) {
        bool goes_on = false;
        for (Index column = cells.column; column < cells.column + cells.columns; ++column) {
            const bool is_open = !is_blocked(document.switches.mask, row, column);
            if (is_open && goes_on)
                ++runs.back().columns;
            else if (is_open)
                runs.push_back({before.sheet, row, column, 1, 1});
            goes_on = is_open;
        }
    }
    return runs;
}

/// The stages that may take over numbers, in the order of the calculation.
constexpr std::array taking_over{Stage::Scaled, Stage::Masked};

/// Makes lines that include all of them say "all", so that they stay all when one is added.
Lines lines(Index first, Index count, Index all) {
    return first == 0 && count == all ? Lines{} : Lines{first, count};
}

Region region_of(const Document& document, const CellRange& cells) {
    const Shape shape = shape_of(document, cells.sheet);
    return {cells.sheet, lines(cells.row, cells.rows, shape.rows),
            lines(cells.column, cells.columns, shape.columns)};
}

/// Returns the parts of `all` outside `hole`: at most four ranges.
std::vector<CellRange> around(const CellRange& all, const CellRange& hole) {
    const Index top = std::max(all.row, hole.row);
    const Index bottom = std::min(all.row + all.rows, hole.row + hole.rows);
    const Index left = std::max(all.column, hole.column);
    const Index right = std::min(all.column + all.columns, hole.column + hole.columns);
    std::vector<CellRange> parts{
        {all.sheet, all.row, all.column, top - all.row, all.columns},
        {all.sheet, bottom, all.column, all.row + all.rows - bottom, all.columns},
        {all.sheet, top, all.column, bottom - top, left - all.column},
        {all.sheet, top, right, bottom - top, all.column + all.columns - right}};
    std::erase_if(parts, [](const CellRange& part) { return part.rows < 1 || part.columns < 1; });
    return parts;
}

/// Whether the lines of a role are named by a list.
bool are_names(const Document& document, Role role, Names of) {
    switch (of) {
    case Names::Rows:
        return role == Role::Token || role == Role::Query ||
               (role == Role::Key && !document.options.has_memory);
    case Names::Memory:
        return role == Role::Memory || (role == Role::Key && document.options.has_memory);
    case Names::Columns:
        return role == Role::Model && document.model == Model::Concepts;
    case Names::Vectors:
        return role == Role::NewVector;
    }
    assert(false && "every list of names is handled");
    return false;
}

/// Returns where the lines are after reordering, as runs.
std::vector<Lines> moved(const Lines& before, const std::vector<Index>& order) {
    if (!before.first)
        return {before};
    std::vector<Lines> runs;
    for (std::size_t at = 0; at < order.size(); ++at) {
        if (order[at] < *before.first || order[at] >= *before.first + before.count)
            continue;
        const auto line = static_cast<Index>(at);
        if (!runs.empty() && *runs.back().first + runs.back().count == line)
            ++runs.back().count;
        else
            runs.push_back({line, 1});
    }
    return runs;
}

void cover(Matrix& matrix, const CellRange& cells) {
    if (matrix.rows() >= cells.row + cells.rows && matrix.cols() >= cells.column + cells.columns)
        matrix.block(cells.row, cells.column, cells.rows, cells.columns)
            .setConstant(covered_number);
}

/// Returns the matrix in our own trace; null if the trace does not store the stage.
Matrix* held_in(const Document& document, Trace& trace, const SheetId& sheet) {
    return const_cast<Matrix*>(cells_of(document, trace, sheet).held());
}

void cover(Calculation& made, const CellRange& cells) {
    if (SharedMatrix* const given = input(made.document, cells.sheet)) {
        Matrix matrix = **given;
        cover(matrix, cells);
        *given = std::move(matrix);
        return;
    }
    if (info(cells.sheet.stage).is_per_group && !is_by_stages(made.trace)) {
        for (Index head = 0; head < head_count(made.document); ++head)
            if (group_of(made.document, head) == cells.sheet.head) // each head has its own copy
                cover(
                    made.trace.heads[static_cast<std::size_t>(head)].matrices.at(cells.sheet.stage),
                    cells);
        return;
    }
    if (!held_in(made.document, made.trace, cells.sheet))
        hold_all(made.trace.heads[static_cast<std::size_t>(cells.sheet.head)]);
    cover(*held_in(made.document, made.trace, cells.sheet), cells);
}

/// Covers the numbers that later stages take over from covered ones.
void cover_taken_over(Calculation& made, CellRange cells) {
    for (const Stage stage : taking_over) {
        CellRange later = cells;
        later.sheet.stage = stage;
        if (!exists(made.document, later.sheet) ||
            stage_before(made.document, later.sheet) != cells.sheet.stage)
            continue;
        for (CellRange taken : origins(made.document, later)) {
            taken.sheet = later.sheet;
            cover(made, taken);
        }
        if (repeats_previous(made.document, later.sheet))
            cells = later;
    }
}

/// Returns "weights[1,4]", with row and column as they are written, or "weights[0:2,:]".
std::string text_of(const Document& document, const CellRange& cells) {
    if (cells.rows == 1 && cells.columns == 1)
        return place_text(document, {cells.sheet, cells.row, cells.column});
    return to_text(region_of(document, cells));
}

} // namespace

std::string why_not_covered(const Document& document, const SheetId& sheet) {
    if (!exists(document, sheet))
        return "the document has no matrix " + to_text(sheet);
    if (is_by_query(sheet.stage))
        return "the weighted values are weights times values; cover numbers of weights or of V";
    if (token_count(document) > max_covered_tokens)
        return "a document with covers has at most " + std::to_string(max_covered_tokens) + " " +
               std::string(model_of(document).rows) + ", and this one has " +
               std::to_string(token_count(document)) + "; reveal everything first";
    return "";
}

Result<> validate_covers(const Document& document) {
    if (document.covers.size() > max_covers)
        return Error{std::to_string(document.covers.size()) +
                         " covers are more than the limit of " + std::to_string(max_covers) +
                         "; cover ranges such as weights[1,:]",
                     "covers"};
    for (std::size_t at = 0; at < document.covers.size(); ++at) {
        const Region& region = document.covers[at];
        std::string why = why_not_covered(document, region.sheet);
        if (why.empty() && !cells_of(document, region)) {
            const Shape shape = shape_of(document, region.sheet);
            why = "there is no " + to_text(region) + "; " + to_text(region.sheet) + " is " +
                  std::to_string(shape.rows) + " × " + std::to_string(shape.columns) +
                  ", and rows and columns count from 0";
        }
        if (!why.empty())
            return Error{std::move(why), "covers[" + std::to_string(at) + "]"};
    }
    return Nothing{};
}

bool has_covered(const Document& document, const CellRange& cells) {
    const auto is_under = [&](const Region& region) {
        const auto covered = cells_of(document, region);
        return covered && overlap(*covered, cells);
    };
    if (std::any_of(document.covers.begin(), document.covers.end(), is_under))
        return true;
    if (document.covers.empty())
        return false;
    const std::vector<CellRange> before = origins(document, cells);
    return std::any_of(before.begin(), before.end(),
                       [&](const CellRange& origin) { return has_covered(document, origin); });
}

bool is_covered(const Document& document, const Place& place) {
    return has_covered(document, range_of(place));
}

std::optional<Place> first_covered(const Document& document, const CellRange& within) {
    std::optional<Place> first;
    for (const Region& region : document.covers) {
        const auto cells = cells_of(document, region);
        if (!cells || !overlap(*cells, within))
            continue;
        const Place place{cells->sheet, std::max(cells->row, within.row),
                          std::max(cells->column, within.column)};
        if (!first || std::pair(place.row, place.column) < std::pair(first->row, first->column))
            first = place;
    }
    if (first || document.covers.empty())
        return first;
    for (const CellRange& origin : origins(document, within))
        if (const auto found = first_covered(document, origin))
            return Place{within.sheet, found->row, found->column};
    return std::nullopt;
}

std::optional<Place> first_covered(const Document& document) {
    for (const SheetId& sheet : sheets(document)) {
        const Shape shape = shape_of(document, sheet);
        if (const auto first =
                first_covered(document, CellRange{sheet, 0, 0, shape.rows, shape.columns}))
            return first;
    }
    return std::nullopt;
}

namespace {

/// Returns the covers without these cells of the same matrix.
std::vector<Region> cut_out(const Document& document, const CellRange& hole) {
    std::vector<Region> left;
    for (const Region& region : document.covers) {
        const auto cells = cells_of(document, region);
        if (!cells || !overlap(*cells, hole)) {
            left.push_back(region);
            continue;
        }
        for (const CellRange& part : around(*cells, hole))
            left.push_back(region_of(document, part));
    }
    return left;
}

} // namespace

std::vector<Region> without_cover(const Document& document, const CellRange& hole) {
    Document rest = document;
    rest.covers = cut_out(document, hole);
    // A number that is taken over unchanged lies under the cover of its origin.
    for (const CellRange& origin : origins(document, hole))
        if (has_covered(rest, origin))
            rest.covers = without_cover(rest, origin);
    return rest.covers;
}

std::vector<Region> with_cover(const Document& document, const CellRange& cells) {
    std::vector<Region> all = cut_out(document, cells);
    all.push_back(region_of(document, cells));
    return all;
}

CellRange range_of(const Place& place) {
    return {place.sheet, place.row, place.column, 1, 1};
}

SetCovers cover_command(const Document& document, const CellRange& cells) {
    return {with_cover(document, cells), "Cover " + text_of(document, cells)};
}

SetCovers reveal_command(const Document& document, const CellRange& cells) {
    return {without_cover(document, cells), "Reveal " + text_of(document, cells)};
}

std::string guess_text(Real expected, Real value, const NumberFormat& asked) {
    // Whole numbers are written without decimals only if both are.
    const bool are_both_whole = is_whole_number(expected) && is_whole_number(value);
    const NumberFormat numbers = are_both_whole ? asked : compared_format(asked);
    const std::string said = spoken(expected, numbers), is = spoken(value, numbers);
    if (said == is)
        return "You expected " + said + ", and that is what it is.";
    const std::string by = spoken(std::abs(value - expected), numbers);
    const std::string way = value < expected ? " less." : " more.";
    return "You expected " + said + ". It is " + is +
           (std::isfinite(value - expected) ? ": " + by + way : ".");
}

void fit_covers(Document& document) {
    std::erase_if(document.covers, [&](const Region& region) {
        return !cells_of(document, region) || is_by_query(region.sheet.stage);
    });
}

void move_covers(Document& document, Names of, const std::vector<Index>& order) {
    std::vector<Region> all;
    for (const Region& region : std::exchange(document.covers, {})) {
        const SheetRoles about = roles_of(document, region.sheet);
        const auto now = [&](Role role, const Lines& lines) {
            return are_names(document, role, of) ? moved(lines, order) : std::vector{lines};
        };
        for (const Lines& rows : now(about.rows, region.rows))
            for (const Lines& columns : now(about.columns, region.columns))
                all.push_back({region.sheet, rows, columns});
    }
    document.covers = std::move(all);
}

void forget_covers_of(Document& document, Index head) {
    std::erase_if(document.covers, [head](const Region& region) {
        return info(region.sheet.stage).is_per_head && region.sheet.head == head;
    });
    for (Region& region : document.covers)
        if (info(region.sheet.stage).is_per_head && region.sheet.head > head)
            --region.sheet.head;
}

Calculation as_seen(const Calculation& calculation, const std::vector<Region>& covers) {
    Calculation made = calculation;
    if (!covers.empty())
        hold_repeated(made.document, made.trace);
    for (const Region& region : covers)
        if (const auto cells = cells_of(made.document, region);
            cells && !is_by_query(region.sheet.stage)) {
            cover(made, *cells);
            cover_taken_over(made, *cells);
        }
    return made;
}

Calculation as_seen(const Calculation& calculation) {
    return as_seen(calculation, calculation.document.covers);
}

Calculation as_seen(const Document& document, const Trace& trace) {
    return as_seen(Calculation{document, trace});
}

Seen::Seen(const Document& document, const Trace& trace) : document_(document), trace_(trace) {
    if (!document.covers.empty())
        made_ = as_seen(document, trace);
}

} // namespace attn
