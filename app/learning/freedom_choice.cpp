// SPDX-License-Identifier: MIT
#include "app/learning/freedom_choice.h"

#include "core/document/sheet.h"
#include "core/document/written_cells.h"
#include "core/io/limits_text.h"
#include "core/io/number_word.h"

#include <algorithm>
#include <utility>

namespace app {
namespace {

using namespace attn;

/// Reads "[cat], [mouse]" or "cat" as cells of the input.
Result<std::vector<CellRange>> cells_of(const Document& document, const FreeInput& input) {
    const std::string name = to_text(input.sheet);
    const std::string_view typed = io::trimmed(input.cells.text);
    if (typed.empty())
        return std::vector{all_cells(document, input.sheet)};
    std::vector<std::string> parts;
    if (typed.find('[') == std::string_view::npos)
        parts.push_back(name + "[" + std::string(typed) + "]");
    else
        for (const std::string_view part : list_parts(typed))
            parts.push_back(part.starts_with('[') ? name + std::string(part) : std::string(part));
    std::vector<CellRange> list;
    for (const std::string& part : parts) {
        const auto cells = parse_written_cells(document, part);
        if (!cells)
            return cells.error();
        if (!(cells->sheet == input.sheet))
            return Error{"the cells of " + name + " are no part of " + to_text(cells->sheet)};
        list.push_back(*cells);
    }
    return list;
}

LineEdit* field_of(FreeInput& input, FreedomColumn column) {
    switch (column) {
    case FreedomColumn::Input:
        return nullptr;
    case FreedomColumn::Cells:
        return &input.cells;
    case FreedomColumn::Range:
        return &input.range;
    }
    return nullptr;
}

} // namespace

FreedomChoice freedom_choice(const Document& document, const FreedomChoice& before) {
    FreedomChoice choice{{}, before.moves_least, 0};
    bool is_any_chosen = false;
    for (const SheetId& sheet : movable_inputs(document)) {
        FreeInput input{sheet, false, {}, {}};
        const auto known = std::find_if(before.inputs.begin(), before.inputs.end(),
                                        [&](const FreeInput& one) { return one.sheet == sheet; });
        if (known != before.inputs.end())
            input = *known;
        if (!cells_of(document, input))
            input.cells = {}; // The input has other words or another shape now.
        is_any_chosen = is_any_chosen || input.is_chosen;
        choice.inputs.push_back(std::move(input));
    }
    if (!is_any_chosen)
        for (FreeInput& input : choice.inputs)
            input.is_chosen = true;
    return choice;
}

Result<Freedom> freedom_of(const Document& document, const FreedomChoice& choice) {
    Freedom freedom;
    freedom.moves_least = choice.moves_least;
    for (const FreeInput& input : choice.inputs) {
        if (!input.is_chosen)
            continue;
        const auto cells = cells_of(document, input);
        if (!cells)
            return cells.error();
        const auto limits = io::read_limits(document, *cells, io::trimmed(input.range.text));
        if (!limits)
            return Error{to_text(input.sheet) + ": " + limits.error().message};
        freedom.cells.insert(freedom.cells.end(), cells->begin(), cells->end());
        freedom.limits.insert(freedom.limits.end(), limits->begin(), limits->end());
    }
    if (freedom.cells.empty())
        return Error{"No input may move. Choose one, such as X"};
    return freedom;
}

bool press_in_freedom(FreedomChoice& choice, FreedomColumn column, const KeyPress& key,
                      const Clipboard& clipboard) {
    if (choice.inputs.empty())
        return false;
    const std::size_t last = choice.inputs.size() - 1;
    LineEdit* const field = field_of(choice.inputs[choice.at], column);
    switch (key.key) {
    case Key::Up:
        choice.at -= choice.at == 0 ? 0 : 1;
        return true;
    case Key::Down:
        choice.at = std::min(choice.at + 1, last);
        return true;
    default:
        break;
    }
    if (!field) {
        if (key.key == Key::Home)
            choice.at = 0;
        else if (key.key == Key::End)
            choice.at = last;
        return key.key == Key::Home || key.key == Key::End;
    }
    const std::string before = field->text;
    if (!field->press(key, clipboard))
        return false;
    if (field->text != before)
        choice.inputs[choice.at].is_chosen = true;
    return true;
}

void type_in_freedom(FreedomChoice& choice, FreedomColumn column, const std::string& text) {
    if (choice.inputs.empty())
        return;
    FreeInput& input = choice.inputs[choice.at];
    if (LineEdit* const field = field_of(input, column)) {
        field->insert(text);
        input.is_chosen = true;
    } else if (text == " ") {
        input.is_chosen = !input.is_chosen;
    }
}

} // namespace app
