// SPDX-License-Identifier: MIT
#include "app/explaining/covering.h"

#include "app/explaining/pointing.h"
#include "core/document/covers.h"
#include "core/document/sheet.h"
#include "core/document/slips.h"

#include <algorithm>
#include <cmath>
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

/// When a row with expected values is revealed, shows how far they are off.
void compare_expected(const Frame& frame, const SetCovers& command) {
    const auto& expected = frame.ui.expected;
    if (!expected || !attn::exists(frame.document, *expected) ||
        !attn::can_expect(frame.document, expected->sheet, expected->row) || !frame.settle())
        return;
    Document after = frame.document;
    after.covers = command.covers;
    if (!attn::can_expect(after, expected->sheet, expected->row))
        frame.ui.message = Message{
            expected_text(frame.document, frame.exact().trace, *expected, frame.view.numbers),
            false};
}

/// The expected value of a covered weight; equal weights if none was set yet. Null if none can be
/// set.
Real* expected_of(const Frame& frame, const Place& weight) {
    if (!can_expect(frame, weight) || !frame.settle())
        return nullptr;
    auto& expected = frame.ui.expected;
    if (!expected || !attn::exists(frame.document, *expected) || expected->sheet != weight.sheet ||
        expected->row != weight.row)
        expected = evenly_expected(frame.document, frame.exact().trace, weight.sheet, weight.row);
    return &expected->values[static_cast<std::size_t>(weight.column)];
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
    const SetCovers command = reveal_command(frame.document, cells);
    compare_expected(frame, command);
    frame.outbox.edit(command);
}

void reveal_all(const Frame& frame) {
    const SetCovers command{{}, "Reveal everything"};
    compare_expected(frame, command);
    frame.outbox.edit(command);
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
        frame.ui.guess = ExpectedNumber{place, expected};
    }
}

bool can_expect(const Frame& frame, const Place& weight) {
    return weight.sheet.stage == Stage::Weights && exists(frame.document, weight) &&
           is_covered(frame.document, weight);
}

void expect(const Frame& frame, const Place& weight, Real value) {
    if (Real* const expected = expected_of(frame, weight))
        *expected = std::round(std::clamp(value, 0.0, 1.0) * 100) / 100;
}

bool can_expect_more(const Frame& frame) {
    return frame.view.selected && can_expect(frame, *frame.view.selected);
}

void expect_more(const Frame& frame, Real by) {
    const auto weight = frame.view.selected;
    if (const Real* const expected = weight ? expected_of(frame, *weight) : nullptr)
        expect(frame, *weight, *expected + by);
}

} // namespace app
