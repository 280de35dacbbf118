// SPDX-License-Identifier: MIT
#include "app/editing/navigation.h"

#include "app/editing/editing.h"
#include "app/editing/giving.h"
#include "app/editing/model_numbers.h"
#include "app/editing/selecting.h"
#include "app/explaining/comparing.h"
#include "app/explaining/lighting.h"
#include "app/explaining/pointing.h"
#include "app/explaining/sensing.h"
#include "app/learning/seeking.h"
#include "app/presenting/presenting.h"
#include "core/document/model/covers.h"
#include "core/document/model/model.h"
#include "core/document/model/open_part.h"
#include "core/document/model/sheet.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace app {
namespace {

using namespace attn;

std::vector<SheetId> input_sheets(const Document& document, Index head) {
    std::vector<SheetId> list;
    for (const SheetId& sheet : sheets(document))
        if (input(document, sheet) && sheet.head == sheet_of_head(document, sheet.stage, head).head)
            list.push_back(sheet);
    return list;
}

/// Whether words are columns; then arrows move over a sheet with rows and columns exchanged.
bool words_are_columns(const Document& document) {
    return document.convention == Convention::TokensAsColumns;
}

void select(const Frame& frame, const Place& place) {
    frame.ui.tab_run.reset();
    frame.view.selected = place;
    frame.view.anchor.reset();
    open_part_of(frame.document, place.sheet, frame.view);
    if (const auto query = query_of(frame.document, place))
        frame.view.query = *query;
}

/// Goes to the next input. A run of Tabs begins again in each matrix.
void go_by_tab(const Frame& frame, const Place& from, bool forward) {
    const std::optional<TabRun>& run = frame.ui.tab_run;
    const Place began = run && run->now == from ? run->began : from;
    const Place to = next_input(frame.document, frame.view.head, from, forward);
    select(frame, to);
    frame.ui.tab_run = TabRun{began.sheet == to.sheet ? began : to, to};
}

/// The place below this one, or above it; after Tabs, in the column where they began.
Place place_on_enter(const Frame& frame, const Place& from, Index by) {
    const bool is_turned = words_are_columns(frame.document);
    Place to = stepped(frame.document, from, is_turned ? 0 : by, is_turned ? by : 0, false);
    const std::optional<TabRun>& run = frame.ui.tab_run;
    if (by > 0 && run && run->now == from)
        (is_turned ? to.row : to.column) = is_turned ? run->began.row : run->began.column;
    return to;
}

bool press_on_cell(const Frame& frame, const KeyPress& key, const Place& cell) {
    const auto step = [&](Index rows, Index columns, bool far, bool extends) {
        if (words_are_columns(frame.document))
            std::swap(rows, columns);
        const Place to = stepped(frame.document, cell, rows, columns, far);
        if (extends)
            extend_selection(frame, to);
        else
            select(frame, to);
        return true;
    };
    switch (key.key) {
    case Key::Up:
        return step(-1, 0, key.control, key.shift);
    case Key::Down:
        return step(1, 0, key.control, key.shift);
    case Key::Left:
        return step(0, -1, key.control, key.shift);
    case Key::Right:
        return step(0, 1, key.control, key.shift);
    case Key::Home:
        return step(key.control ? -1 : 0, -1, true, key.shift);
    case Key::End:
        return step(key.control ? 1 : 0, 1, true, key.shift);
    case Key::Enter:
        // To type what is expected of a plate, or over a computed number.
        if (!key.shift &&
            (is_covered(frame.document, cell) || (!is_given(frame.document, cell.sheet) &&
                                                  (can_set(frame.document, cell.sheet) ||
                                                   cannot_seek(frame.document, cell).empty())))) {
            begin_editing(frame, CellTarget{cell});
            return true;
        }
        select(frame, place_on_enter(frame, cell, key.shift ? -1 : 1));
        return true;
    case Key::Tab:
        go_by_tab(frame, cell, !key.shift);
        return true;
    case Key::F2:
        begin_editing(frame, CellTarget{cell});
        return true;
    case Key::Character:
        if (key.character != ' ' || !is_on_painted_mask(frame))
            return false;
        paint_selection(frame);
        return true;
    case Key::Delete:
    case Key::Backspace:
        if (is_covered(frame.document, cell))
            return true;
        if (!is_given(frame.document, cell.sheet) &&
            meant_by_typing(frame, cell) != OverComputed::Set)
            frame.ui.message = Message{computed_sentence(frame.document, cell.sheet), false};
        else if (frame.view.anchor)
            fill_selection(frame, Fill::Zeros, 0);
        else
            set_number(frame, cell, 0);
        return true;
    case Key::Escape:
        if (frame.ui.comparing && frame.ui.comparing->replaces_canvas())
            leave_comparing(frame); // cells cannot be seen while comparing
        else if (frame.view.anchor)
            frame.view.anchor.reset();
        else
            frame.view.selected.reset();
        return true;
    default:
        return false;
    }
}

bool press_without_cell(const Frame& frame, const KeyPress& key) {
    switch (key.key) {
    case Key::Up:
        choose_query(frame, frame.view.query - 1);
        return true;
    case Key::Down:
        choose_query(frame, frame.view.query + 1);
        return true;
    case Key::Left:
    case Key::Right:
        if (light_of(frame) && is_lit(frame.ui)) {
            step_light(frame, key.key == Key::Left ? -1 : 1);
            return true;
        }
        if (!words_are_columns(frame.document))
            return false;
        choose_query(frame, frame.view.query + (key.key == Key::Left ? -1 : 1));
        return true;
    case Key::Home:
        choose_query(frame, 0);
        return true;
    case Key::End:
        choose_query(frame, token_count(frame.document) - 1);
        return true;
    case Key::Tab:
        select(frame, Place{});
        return true;
    case Key::F2:
        begin_editing(frame, WordTarget{frame.view.query});
        return true;
    case Key::Escape:
        frame.ui.message.reset();
        if (!leave_light(frame.ui) && !leave_comparing(frame))
            ask_to_leave_lesson(frame);
        return true;
    default:
        return false;
    }
}

} // namespace

Place stepped(const Document& document, Place from, Index rows, Index columns, bool far) {
    const Shape shape = shape_of(document, from.sheet);
    const auto moved = [far](Index at, Index by, Index count) {
        if (by == 0)
            return at;
        if (far)
            return by < 0 ? Index{0} : count - 1;
        return std::clamp(at + by, Index{0}, count - 1);
    };
    from.row = moved(from.row, rows, shape.rows);
    from.column = moved(from.column, columns, shape.columns);
    return from;
}

Place next_input(const Document& document, Index head, Place from, bool forward) {
    const auto list = input_sheets(document, head);
    auto at = std::find(list.begin(), list.end(), from.sheet);
    if (at == list.end()) // From a computed cell, go to the first or last input.
        return forward ? Place{list.front(), 0, 0}
                       : stepped(document, {list.back(), 0, 0}, 1, 1, true);
    const Shape shape = shape_of(document, from.sheet);
    // Moves along the lines as they are drawn.
    const bool is_turned = words_are_columns(document);
    Index& along = is_turned ? from.row : from.column;
    Index& line = is_turned ? from.column : from.row;
    const Index length = is_turned ? shape.rows : shape.columns;
    const Index lines = is_turned ? shape.columns : shape.rows;
    along += forward ? 1 : -1;
    if (along >= length || along < 0) {
        line += forward ? 1 : -1;
        along = forward ? 0 : length - 1;
    }
    if (line >= 0 && line < lines)
        return from;
    if (forward) {
        ++at;
        return {at == list.end() ? list.front() : *at, 0, 0};
    }
    const SheetId previous = at == list.begin() ? list.back() : *(at - 1);
    return stepped(document, {previous, 0, 0}, 1, 1, true);
}

void go_to_matrix(const Frame& frame, int by) {
    const Calculation& shown = frame.shown();
    const OpenPart open(shown.document, shown.trace, frame.view);
    std::vector<SheetId> list;
    for (const SheetId& sheet : sheets(open.document())) {
        const bool is_of_head =
            sheet.head == sheet_of_head(open.document(), sheet.stage, frame.view.head).head;
        // Weighted values are not on the canvas.
        if (is_of_head && sheet.stage != Stage::WeightedValues &&
            !repeats_previous(open.document(), sheet))
            list.push_back(open.in_whole(sheet));
    }
    const auto& selected = frame.view.selected;
    const auto at = selected ? std::find(list.begin(), list.end(), selected->sheet) : list.end();
    const auto count = static_cast<int>(list.size());
    const int now = at != list.end() ? static_cast<int>(at - list.begin()) : by > 0 ? -1 : count;
    const SheetId& to = list[static_cast<std::size_t>((now + by + count) % count)];
    const bool has_words = words_of(frame.document, roles_of(frame.document, to).rows) != nullptr;
    visit(frame, stepped(frame.document, {to, 0, 0}, has_words ? frame.view.query : 0, 0, false));
}

void choose_query(const Frame& frame, Index row) {
    if (row >= 0 && row < token_count(frame.document))
        frame.view.query = row;
}

std::vector<Index> words_holding(const Document& document, const std::string& text) {
    const auto lowered = [](std::string word) {
        for (char& letter : word)
            if (letter >= 'A' && letter <= 'Z')
                letter = static_cast<char>(letter - 'A' + 'a');
        return word;
    };
    const std::string wanted = lowered(text);
    std::vector<Index> list;
    for (Index row = 0; row < token_count(document); ++row)
        if (lowered(document.tokens[static_cast<std::size_t>(row)]).find(wanted) !=
                std::string::npos ||
            std::to_string(row + 1) == wanted)
            list.push_back(row);
    return list;
}

bool is_on_painted_mask(const Frame& frame) {
    const std::optional<Place>& at = frame.view.selected;
    return at && exists(frame.document, *at) && can_paint(frame.document, *at) &&
           !has_covered(frame.document, *selection(frame.view));
}

void paint_selection(const Frame& frame) {
    frame.outbox.edit(painted(frame.document, *selection(frame.view)));
}

bool is_on_input(const Frame& frame) {
    const std::optional<Place>& at = frame.view.selected;
    return at && exists(frame.document, *at) && is_given(frame.document, at->sheet);
}

namespace {

/// Whether the text belongs to a key that take_key() took: S and C; s and c if no formula can
/// begin; and z and space, which begin none.
bool is_letter_of_shortcut(const Frame& frame, const std::string& text) {
    const bool begins_formula = is_on_input(frame);
    return text == "S" || text == "C" || text == "Z" || text == "z" || text == " " ||
           ((text == "s" || text == "c") && !begins_formula);
}

} // namespace

void go_on_after_entry(const Frame& frame, const KeyPress& key) {
    const std::optional<Place>& at = frame.view.selected;
    const bool is_computed =
        at && exists(frame.document, *at) && !is_given(frame.document, at->sheet);
    if (!is_computed || (key.key != Key::Enter && key.key != Key::Tab)) {
        press_on_canvas(frame, key);
        return;
    }
    const Place from = *at;
    if (key.key == Key::Enter)
        return select(frame, place_on_enter(frame, from, key.shift ? -1 : 1));
    const bool is_turned = words_are_columns(frame.document);
    const Index by = key.shift ? -1 : 1;
    const Place beside =
        stepped(frame.document, from, is_turned ? by : 0, is_turned ? 0 : by, false);
    if (beside == from)
        return go_by_tab(frame, from, !key.shift);
    const std::optional<TabRun>& run = frame.ui.tab_run;
    const Place began = run && run->now == from ? run->began : from;
    select(frame, beside);
    frame.ui.tab_run = TabRun{began, beside};
}

bool press_on_canvas(const Frame& frame, const KeyPress& key) {
    if (key.alt || (key.control && key.key == Key::Character))
        return false;
    const bool has_other = frame.view.anchor || (frame.ui.comparing && // Esc leaves it first
                                                 frame.ui.comparing->replaces_canvas());
    if (key.key == Key::Escape && !has_other && leave_sensing(frame))
        return true;
    if (frame.view.selected && exists(frame.document, *frame.view.selected))
        return press_on_cell(frame, key, *frame.view.selected);
    return press_without_cell(frame, key);
}

void type_on_canvas(const Frame& frame, const std::string& text) {
    if (is_letter_of_shortcut(frame, text))
        return;
    if (frame.view.selected && exists(frame.document, *frame.view.selected)) {
        begin_editing(frame, CellTarget{*frame.view.selected}, text);
        return;
    }
    const std::optional<Place>& pointed = frame.view.pointed;
    if (pointed && exists(frame.document, *pointed) && is_covered(frame.document, *pointed)) {
        visit(frame, *pointed);
        begin_editing(frame, CellTarget{*pointed}, text);
        return;
    }
    if (text.size() == 1 && text[0] >= '1' && text[0] <= '9')
        choose_query(frame, text[0] - '1');
}

} // namespace app
