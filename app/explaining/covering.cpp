// SPDX-License-Identifier: MIT
#include "app/explaining/covering.h"

#include "app/explaining/pointing.h"
#include "core/document/model/covers.h"
#include "core/document/model/sheet.h"
#include "core/document/telling/mistake.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <variant>

namespace app {
namespace {

using namespace attn;

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
    if (attn::can_expect(after, expected->sheet, expected->row))
        return;
    std::string text =
        expected_text(frame.document, frame.exact().trace, *expected, frame.view.numbers);
    if (frame.view.selected)
        frame.ui.verdict = GuessVerdict{*frame.view.selected, text};
    frame.ui.message = Message{std::move(text), false};
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

std::optional<CellRange> range_to_cover(const Frame& frame) {
    const auto is_there = [&](const CellRange& cells) {
        return exists(frame.document, Place{cells.sheet, cells.row, cells.column});
    };
    if (const auto chosen = selection(frame.view); chosen && is_there(*chosen))
        return chosen;
    const std::optional<Place>& pointed = frame.view.pointed;
    return pointed && is_there(range_of(*pointed)) ? std::optional(range_of(*pointed))
                                                   : std::nullopt;
}

void toggle_cover(const Frame& frame) {
    const auto cells = range_to_cover(frame);
    if (!cells)
        return;
    if (has_covered(frame.document, *cells))
        reveal(frame, *cells);
    else
        cover(frame, *cells);
}

void cover_matrix(const Frame& frame) {
    const auto cells = range_to_cover(frame);
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

namespace {

/// The next covered number as one reads, from the selected number on; else the first of all.
std::optional<Place> next_covered(const Frame& frame) {
    const std::optional<Place>& at = frame.view.selected;
    if (at && exists(frame.document, *at)) {
        const Shape shape = shape_of(frame.document, at->sheet);
        const Index below = shape.rows - at->row - 1;
        const CellRange line{at->sheet, at->row, at->column, 1, shape.columns - at->column};
        const CellRange rest{at->sheet, at->row + 1, 0, below, shape.columns};
        auto found = first_covered(frame.document, line);
        if (!found && below > 0)
            found = first_covered(frame.document, rest);
        if (found)
            return found;
    }
    return first_covered(frame.document);
}

} // namespace

void reveal_next(const Frame& frame) {
    const auto chosen = selection(frame.view);
    if (chosen && exists(frame.document, *frame.view.selected) &&
        has_covered(frame.document, *chosen))
        reveal(frame, *chosen);
    else
        reveal_at(frame, next_covered(frame));
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
        frame.ui.verdict = GuessVerdict{place, text};
        frame.ui.message = Message{std::move(text), false};
        frame.ui.guess = ExpectedNumber{place, expected};
    }
}

std::optional<Place> guessed(const Frame& frame) {
    if (frame.ui.editing)
        if (const auto* const guess = std::get_if<GuessTarget>(&frame.ui.editing->target))
            return guess->place;
    const std::optional<Place>& selected = frame.view.selected;
    const bool is_one = selected && !frame.view.anchor && !frame.ui.editing &&
                        exists(frame.document, *selected) && is_covered(frame.document, *selected);
    return is_one ? selected : std::nullopt;
}

const GuessVerdict* seen_verdict(const Document& document, const View& view, const UiState& ui) {
    const bool is_seen = ui.verdict && view.selected == ui.verdict->place && !view.anchor &&
                         exists(document, ui.verdict->place) &&
                         !is_covered(document, ui.verdict->place);
    return is_seen ? &*ui.verdict : nullptr;
}

void forget_covered_verdict(const Document& document, UiState& ui) {
    const auto is_hidden = [&](const Place& place) {
        return exists(document, place) && is_covered(document, place);
    };
    if (ui.guess && is_hidden(ui.guess->place))
        ui.guess.reset();
    if (!ui.verdict || !is_hidden(ui.verdict->place))
        return;
    if (ui.message && ui.message->text == ui.verdict->text)
        ui.message.reset();
    ui.verdict.reset();
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
