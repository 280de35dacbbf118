// SPDX-License-Identifier: MIT
#include "core/document/commands/placing.h"

#include "core/base/number_text.h"
#include "core/document/explaining/derivation.h"
#include "core/document/model/given.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/engine/graph/place.h"

#include <algorithm>
#include <cmath>

namespace attn {
namespace {

std::string name(const SheetId& sheet) {
    return std::string(info(sheet.stage).title) +
           (sheet.head > 0 ? " of " + head_name(sheet.head) : "") +
           (sheet.is_cross ? " of the cross-attention" : "") +
           (sheet.layer > 0 ? " of layer " + std::to_string(sheet.layer) : "");
}

/// Makes the commands that bring a list of names to a length and, as far as names are given, rename
/// its entries.
void rename(std::vector<Command>& commands, const Document& document, Names of, Index count,
            const std::vector<std::string>& given) {
    const std::string_view begin = name_begin(document.model, of);
    std::vector<std::string> list = names(document, of);
    for (auto at = static_cast<Index>(list.size()); at > count; --at)
        commands.push_back(RemoveToken{at - 1, of});
    list.resize(std::min(list.size(), static_cast<std::size_t>(count)));
    for (auto at = static_cast<Index>(list.size()); at < count; ++at) {
        list.push_back(fresh_name(begin, list.size() + 1, list));
        commands.push_back(InsertToken{at, list.back(), {}, of});
    }
    for (std::size_t at = 0; at < std::min(list.size(), given.size()); ++at)
        if (!given[at].empty() && list[at] != given[at])
            commands.push_back(RenameToken{static_cast<Index>(at), given[at], of});
}

/// Makes the commands that give the sheet the shape of the grid.
std::vector<Command> resizing(const Document& document, const SheetId& sheet, const Matrix& grid,
                              const GridNames& given) {
    std::vector<Command> commands;
    const auto width = [&](Width which, Index now, Index wanted) {
        if (now != wanted)
            commands.push_back(SetWidth{which, wanted});
    };
    const auto fit = [&](Role role, Index wanted, const std::vector<std::string>& names) {
        if (role == Role::Token || role == Role::NewVector || role == Role::Memory)
            rename(commands, document,
                   role == Role::Token    ? Names::Rows
                   : role == Role::Memory ? Names::Memory
                                          : Names::Vectors,
                   wanted, names);
        else if (words_of(document, role))
            rename(commands, document, Names::Columns, wanted, names);
        else if (role == Role::Model)
            width(Width::Model, d_model(document), wanted);
        else if (role == Role::QueryKey)
            width(Width::QueryKey, d_k(document, sheet.head), wanted);
        else if (role == Role::Value)
            width(Width::Value, d_v(document, sheet.head), wanted);
    };
    const SheetRoles about = roles_of(document, sheet);
    // A given stage takes its shape from the words and widths, never the other way round.
    if (!is_given(document, sheet) || is_given_stage(document, sheet))
        return commands;
    // Words come last: their rows then have the width of the grid.
    const bool words_last = words_of(document, about.rows) != nullptr;
    if (!words_last)
        fit(about.rows, grid.rows(), given.rows);
    fit(about.columns, grid.cols(), given.columns);
    if (words_last)
        fit(about.rows, grid.rows(), given.rows);
    return commands;
}

std::string resizing_sentence(const Document& before, const Document& after) {
    std::string text;
    const auto add = [&](std::string_view what, Index from, Index to) {
        if (from != to)
            text += (text.empty() ? "" : ", ") + std::string(what) + " " + std::to_string(from) +
                    " → " + std::to_string(to);
    };
    const ModelInfo& model = model_of(before);
    add(model.rows, token_count(before), token_count(after));
    add("words of the memory", static_cast<Index>(before.memory.size()),
        static_cast<Index>(after.memory.size()));
    add("new people", static_cast<Index>(before.concepts.names.size()),
        static_cast<Index>(after.concepts.names.size()));
    add(model.columns.empty() ? "d_model" : model.columns, d_model(before), d_model(after));
    if (!before.heads.empty() && !after.heads.empty()) {
        add("d_k", d_k(before), d_k(after));
        add("d_v", d_v(before), d_v(after));
    }
    return text.empty() ? text : text + "; new numbers in other matrices are 0";
}

} // namespace

Result<Matrix> input_matrix(const Document& document, const SheetId& sheet) {
    if (!exists(document, sheet))
        return Error{"this document has no " + name(sheet)};
    if (!is_given(document, sheet))
        return Error{name(sheet) + " is computed; change the matrices that it is computed from"};
    const Matrix* const found = cells_of(document, Trace{}, sheet).held();
    if (!found)
        return Error{name(sheet) + " has no numbers of its own"};
    return *found;
}

Result<Document> apply_all(Document document, const std::vector<Command>& commands) {
    for (const Command& command : commands) {
        auto after = attn::apply(document, command); // not std::apply
        if (!after)
            return after.error();
        document = *std::move(after);
    }
    return document;
}

Result<Command> set_part(const Document& document, const CellRange& range, const Matrix& part,
                         const std::string& what) {
    auto matrix = input_matrix(document, range.sheet);
    if (!matrix)
        return matrix.error();
    if (range.row < 0 || range.column < 0 || range.row + part.rows() > matrix->rows() ||
        range.column + part.cols() > matrix->cols())
        return Error{models::shape_text(part.rows(), part.cols()) + " numbers do not fit into " +
                     name(range.sheet) + " at row " + std::to_string(range.row) + ", column " +
                     std::to_string(range.column) + "; it is " +
                     models::shape_text(matrix->rows(), matrix->cols())};
    matrix->block(range.row, range.column, part.rows(), part.cols()) = part;
    return Command{SetMatrix{range.sheet, *std::move(matrix), what}};
}

Placings placings(const Document& document, const CellRange& range, const Matrix& grid,
                  const GridNames& given) {
    Placings found;
    const auto whole = input_matrix(document, range.sheet);
    if (!whole || grid.size() == 0)
        return found;
    const std::string into = name(range.sheet);
    const auto offer = [&](const std::string& title, const std::string& sentence,
                           const Result<Command>& command) {
        if (command && attn::apply(document, *command))
            found.ways.push_back({title, sentence, std::vector<Command>(1, *command)});
    };
    const auto at = [&](Index row, Index column, const Matrix& part) {
        return set_part(document, {range.sheet, row, column}, part,
                        "Paste " + models::shape_text(part.rows(), part.cols()) + " into " + into);
    };
    const bool is_single = range.rows == 1 && range.columns == 1;
    const auto is_shape = [](const Matrix& matrix, Index rows, Index columns) {
        return matrix.rows() == rows && matrix.cols() == columns;
    };
    const Matrix turned = grid.transpose();

    if (is_shape(grid, range.rows, range.columns))
        offer("Into the selected cells", "", at(range.row, range.column, grid));
    if (is_single)
        offer("Starting at the selected cell", "", at(range.row, range.column, grid));
    if (is_shape(grid, whole->rows(), whole->cols()))
        offer("Over all of " + into, "", at(0, 0, grid));
    found.fits = !found.ways.empty();
    // A single number fills every selected cell, as in spreadsheets.
    if (grid.size() == 1 && !is_single) {
        offer("Into each of the selected cells", "",
              at(range.row, range.column, Matrix::Constant(range.rows, range.columns, grid(0, 0))));
        found.fits = true;
    }
    if (grid.rows() != 1 || grid.cols() != 1) {
        if (is_shape(turned, range.rows, range.columns))
            offer("Transposed, into the selected cells", "", at(range.row, range.column, turned));
        if (is_shape(turned, whole->rows(), whole->cols()))
            offer("Transposed, over all of " + into,
                  "nn.Linear of PyTorch stores its weights transposed", at(0, 0, turned));
    }
    for (const bool is_turned : {false, true}) {
        const Matrix& matrix = is_turned ? turned : grid;
        if (is_shape(matrix, whole->rows(), whole->cols()) ||
            (is_turned && grid.rows() == grid.cols()))
            continue;
        // Names that the document cannot have, such as two new people with one name, are left out.
        for (const GridNames& names :
             {is_turned ? GridNames{given.columns, given.rows} : given, GridNames{}}) {
            auto commands = resizing(document, range.sheet, matrix, names);
            commands.push_back(SetMatrix{
                range.sheet, matrix,
                "Paste " + models::shape_text(matrix.rows(), matrix.cols()) + " over " + into});
            const auto after = apply_all(document, commands);
            if (!after)
                continue;
            found.ways.push_back({std::string(is_turned ? "Transposed, over" : "Over") +
                                      " all of " + into + ", which becomes " +
                                      models::shape_text(matrix.rows(), matrix.cols()),
                                  resizing_sentence(document, *after), std::move(commands)});
            break;
        }
    }
    if (!found.fits) {
        const Index rows = std::min(grid.rows(), whole->rows() - range.row);
        const Index columns = std::min(grid.cols(), whole->cols() - range.column);
        if (rows < grid.rows() || columns < grid.cols())
            offer("Only the first " + models::shape_text(rows, columns) + " of " +
                      models::shape_text(grid.rows(), grid.cols()) +
                      ", starting at the selected cell",
                  "the rest is left out",
                  at(range.row, range.column, grid.topLeftCorner(rows, columns)));
        else
            offer("Starting at the first selected cell", "", at(range.row, range.column, grid));
    }
    return found;
}

namespace {

/// Returns the word that a place has as a key, if any: a word of the memory if there is one.
std::optional<Index> key_word(const Document& document, const Place& place) {
    const StageInfo& stage = info(place.sheet.stage);
    if (stage.columns == Role::Key)
        return place.column;
    const Role source = document.options.has_memory ? Role::Memory : Role::Token;
    if (stage.rows == Role::Key || stage.rows == source)
        return place.row;
    return std::nullopt;
}

} // namespace

void point_at(View& view, const Document& document, const std::optional<Place>& place,
              const Document* computed, const Trace* trace) {
    view.pointed = place;
    view.key = place ? key_word(document, *place) : std::nullopt;
    const std::optional<Place>& explained = place ? place : view.selected;
    if (explained && computed && exists(document, *explained))
        view.marked = places(derive(*computed, *trace, *explained));
    else
        view.marked.clear();
}

Real scrub_step(Real start) {
    const Real magnitude = std::abs(start);
    if (!(magnitude >= 10) || !std::isfinite(magnitude))
        return 0.01;
    return std::pow(10.0, std::floor(std::log10(magnitude)) - 2);
}

Real scrubbed(Real start, double travelled, bool fine) {
    if (travelled == 0)
        return start;
    const Real step = scrub_step(start), grid = fine ? step / 10 : step;
    // Rounds the start first: from between two grid points each step would be rounded by itself,
    // one of them to no step and the next to two.
    const Real begin = std::isfinite(start) ? on_grid(start, grid) : 0;
    return on_grid(begin + travelled * step, grid);
}

} // namespace attn
