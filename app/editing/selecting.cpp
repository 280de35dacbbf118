// SPDX-License-Identifier: MIT
#include "app/editing/selecting.h"

#include "app/editing/editing.h"
#include "core/document/placing.h"
#include "core/document/sheet.h"
#include "core/document/written_place.h"

#include <algorithm>
#include <utility>

namespace app {
namespace {

using namespace attn;

std::vector<std::string> names_between(const std::vector<std::string>& names, Index from,
                                       Index count) {
    const auto begin = names.begin() + static_cast<std::ptrdiff_t>(from);
    return {begin, begin + static_cast<std::ptrdiff_t>(count)};
}

io::NamedMatrix named(const Frame& frame, const CellRange& range) {
    const Matrix whole = matrix_of(frame.shown().document, frame.shown().trace, range.sheet);
    std::string name = to_text(range.sheet);
    if (range.sheet.stage == Stage::WeightedValues)
        name += "_" + std::to_string(range.sheet.query);
    io::NamedMatrix part{
        name, whole.block(range.row, range.column, range.rows, range.columns),
        names_between(row_names(frame.document, range.sheet), range.row, range.rows),
        names_between(column_names(frame.document, range.sheet), range.column, range.columns)};
    if (frame.document.convention == Convention::TokensAsColumns) { // as shown on the screen
        part.matrix.transposeInPlace();
        std::swap(part.row_names, part.column_names);
    }
    return part;
}

CellRange whole_of(const Frame& frame, const SheetId& sheet) {
    const Shape shape = shape_of(frame.document, sheet);
    return {sheet, 0, 0, shape.rows, shape.columns};
}

std::string said(Index rows, Index columns) {
    return std::to_string(rows) + " × " + std::to_string(columns);
}

} // namespace

void extend_selection(const Frame& frame, const Place& place) {
    View& view = frame.view;
    if (!view.selected || !exists(frame.document, place) || view.selected->sheet != place.sheet)
        return;
    if (*view.selected == place)
        return;
    if (!view.anchor || view.anchor->sheet != place.sheet)
        view.anchor = view.selected;
    view.selected = place;
    if (*view.anchor == place)
        view.anchor.reset();
}

void select_all(const Frame& frame) {
    View& view = frame.view;
    if (!view.selected || !exists(frame.document, *view.selected))
        view.selected = Place{sheets(frame.document).front(), 0, 0};
    const SheetId sheet = view.selected->sheet;
    const Shape shape = shape_of(frame.document, sheet);
    view.anchor = Place{sheet, 0, 0};
    view.selected = Place{sheet, shape.rows - 1, shape.columns - 1};
}

std::vector<io::NamedMatrix> copied_matrices(const Frame& frame) {
    const auto range = selection(frame.view);
    if (!range || !exists(frame.document, *frame.view.selected) || !frame.settle())
        return {};
    switch (frame.ui.copying.scope) {
    case CopyOptions::Scope::Selection:
        return {named(frame, *range)};
    case CopyOptions::Scope::Matrix:
        return {named(frame, whole_of(frame, range->sheet))};
    case CopyOptions::Scope::Stage:
        break;
    }
    std::vector<io::NamedMatrix> list;
    for (SheetId sheet : sheets(frame.document)) {
        if (sheet.stage != range->sheet.stage || sheet.layer != range->sheet.layer ||
            sheet.is_cross != range->sheet.is_cross)
            continue;
        const bool is_each_query = sheet.stage == Stage::WeightedValues;
        const Index queries = is_each_query ? token_count(frame.document) : 1;
        for (sheet.query = 0; sheet.query < queries; ++sheet.query)
            list.push_back(named(frame, whole_of(frame, sheet)));
    }
    return list;
}

void copy_selection(const Frame& frame, io::TextForm form) {
    const auto matrices = copied_matrices(frame);
    if (matrices.empty())
        return;
    io::NumberWriter writer;
    if (frame.ui.copying.as_shown)
        writer = [numbers = frame.view.numbers, form](Real value) {
            NumberFormat format = numbers;
            // Fractions are valid numbers only in programs.
            const bool is_program = form == io::TextForm::NumPy || form == io::TextForm::PyTorch;
            if (format.kind == NumberFormat::Kind::Fraction && !is_program)
                format.kind = NumberFormat::Kind::Significant;
            return attn::format(value, format);
        };
    frame.clipboard.write(io::matrices_text(matrices, form, writer));
    const Matrix& first = matrices.front().matrix;
    std::string what = first.size() == 1 && matrices.size() == 1
                           ? place_text(frame.document, *frame.view.selected)
                           : said(first.rows(), first.cols()) + " of " + matrices.front().name;
    if (matrices.size() > 1)
        what = std::to_string(matrices.size()) + " matrices of " + matrices.front().name;
    std::string title;
    for (const io::TextFormInfo& info : io::text_forms)
        if (info.form == form)
            title = info.title;
    frame.ui.message = Message{"Copied " + what + " as " + title, false};
}

std::optional<CellRange> filled_range(const Frame& frame) {
    const auto range = selection(frame.view);
    if (!range || !exists(frame.document, *frame.view.selected) ||
        !is_given(frame.document, range->sheet.stage))
        return std::nullopt;
    return range->rows * range->columns > 1 ? *range : whole_of(frame, range->sheet);
}

bool can_fill(const Frame& frame) {
    return filled_range(frame).has_value();
}

void fill_selection(const Frame& frame, Fill fill, Real number) {
    const auto range = filled_range(frame);
    if (!range)
        return;
    const auto whole = input_matrix(frame.document, range->sheet);
    if (!whole)
        return;
    const auto part =
        filled(whole->block(range->row, range->column, range->rows, range->columns), fill, number);
    const auto command = part ? set_part(frame.document, *range, *part,
                                         fill_name(fill, number) + " in " + to_text(range->sheet))
                              : Result<Command>(part.error());
    if (command)
        frame.outbox.edit(*command);
    else
        frame.ui.message = Message{command.error().text(), true};
}

void make_head(const Frame& frame, Reason reason) {
    const auto commands = reasoned_head(frame.document, frame.view.head, reason);
    if (!commands) {
        frame.ui.message = Message{commands.error().text(), true};
        return;
    }
    edit_together(frame, *commands);
    frame.ui.message =
        Message{"W_Q and W_K now make every word attend to " + std::string(name_of(reason)), false};
}

void edit_together(const Frame& frame, const std::vector<Command>& commands) {
    const Gesture gesture = ++frame.ui.dragging.last_gesture;
    for (const Command& command : commands)
        frame.outbox.edit(command, gesture);
}

} // namespace app
