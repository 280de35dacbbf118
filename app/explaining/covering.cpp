// SPDX-License-Identifier: MIT
#include "app/explaining/covering.h"

#include "app/explaining/pointing.h"
#include "core/document/covers.h"
#include "core/document/sheet.h"
#include "core/document/slips.h"

#include <string>
#include <utility>

namespace app {
namespace {

using namespace attn;

bool is_inside(const CellRange& cells, const Place& place) {
    return cells.sheet == place.sheet && place.row >= cells.row &&
           place.row < cells.row + cells.rows && place.column >= cells.column &&
           place.column < cells.column + cells.columns;
}

void cover(const Frame& frame, const CellRange& cells) {
    if (const std::string why = why_not_covered(frame.document, cells.sheet); !why.empty()) {
        frame.ui.message = Message{"This cannot be covered: " + why, true};
        return;
    }
    frame.outbox.edit(cover_command(frame.document, cells));
}

} // namespace

std::optional<CellRange> pointed_range(const Frame& frame) {
    const auto chosen = selection(frame.view);
    const std::optional<Place>& pointed = frame.view.pointed;
    const auto there = [&](const std::optional<CellRange>& cells) {
        return cells && exists(frame.document, Place{cells->sheet, cells->row, cells->column})
                   ? cells
                   : std::nullopt;
    };
    if (!pointed || (chosen && is_inside(*chosen, *pointed)))
        return there(chosen);
    return there(range_of(*pointed));
}

void toggle_cover(const Frame& frame) {
    const auto cells = pointed_range(frame);
    if (!cells)
        return;
    if (has_covered(frame.document, *cells))
        reveal(frame, *cells);
    else
        cover(frame, *cells);
}

void cover_matrix(const Frame& frame) {
    const auto cells = pointed_range(frame);
    if (!cells)
        return;
    const Shape shape = shape_of(frame.document, cells->sheet);
    cover(frame, {cells->sheet, 0, 0, shape.rows, shape.columns});
}

void reveal(const Frame& frame, const CellRange& cells) {
    frame.outbox.edit(reveal_command(frame.document, cells));
}

void reveal_all(const Frame& frame) {
    frame.outbox.edit(SetCovers{{}, "Reveal everything"});
}

void reveal_at(const Frame& frame, const std::optional<Place>& place) {
    if (!place)
        return;
    visit(frame, *place);
    reveal(frame, range_of(*place));
}

bool has_covers(const Frame& frame) {
    return !frame.document.covers.empty();
}

void say_how_far_off(const Frame& frame, const Place& place, Real expected) {
    if (frame.settle()) {
        const Real value = value_at(frame.document, frame.exact().trace, place);
        std::string text = guess_text(expected, value, frame.view.numbers);
        for (const std::string& slip :
             slips(frame.document, frame.exact().trace, place, expected, frame.view.numbers))
            text += " " + slip;
        frame.ui.message = Message{std::move(text), false};
    }
}

} // namespace app
