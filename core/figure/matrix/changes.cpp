// SPDX-License-Identifier: MIT
#include "core/figure/matrix/changes.h"

#include "core/base/covered.h"
#include "core/base/number_text.h"
#include "core/document/model/given.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/document/model/sheet_numbers.h"
#include "core/figure/base/colours.h"
#include "core/figure/base/number_form.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attn::figure {
namespace {

using ChangeWay = Changes::Way;

/// Compares numbers as they are written: two that read the same did not change.
ChangeWay way_of(Real before, Real now, const NumberFormat& numbers) {
    if (before == now || (std::isnan(before) && std::isnan(now)) || is_covered(before) ||
        is_covered(now))
        return ChangeWay::Same;
    if (number_text(before, numbers) == number_text(now, numbers))
        return ChangeWay::Same;
    return std::isnan(before) || std::isnan(now) ? ChangeWay::Other
           : now > before                        ? ChangeWay::Up
                                                 : ChangeWay::Down;
}

Real magnitude(Real before, Real now) {
    const Real by = now - before;
    return std::isnan(by) ? std::numeric_limits<Real>::infinity() : std::abs(by);
}

std::optional<Changes> changes_of(SheetLook& look, const Cells& before, bool is_computed = false) {
    if (before.rows() != look.values.rows() || before.cols() != look.values.cols())
        return std::nullopt;
    if (format_of(before, look.asked) != look.numbers &&
        look.numbers == format_of(look.values, look.asked)) { // Both are written alike.
        look.numbers = compared_format(look.asked);
        reserve_characters(look);
    }
    Changes made;
    made.before = before;
    made.is_computed = is_computed;
    made.ways.reserve(static_cast<std::size_t>(before.size()));
    Real most = -1;
    for (Index row = 0; row < before.rows(); ++row)
        for (Index column = 0; column < before.cols(); ++column) {
            const Real old = before(row, column), now = look.values(row, column);
            const ChangeWay way = way_of(old, now, look.numbers);
            made.ways.push_back(way);
            if (way == ChangeWay::Same)
                continue;
            ++made.count;
            if (const Real by = magnitude(old, now); by > most) {
                most = by;
                made.largest = Place{look.id, row, column};
            }
        }
    return made;
}

/// Draws a small triangle around a point; a bar if the number is neither larger nor smaller.
void draw_way(Drawing& drawing, ChangeWay way, Point middle, float size, Colour colour) {
    const float half = size / 2;
    if (way == ChangeWay::Other) {
        drawing.figure.shapes.emplace_back(
            Box{{middle.x - half, middle.y - half / 3, size, 2 * half / 3}, colour});
        return;
    }
    const float tip = way == ChangeWay::Up ? middle.y - half : middle.y + half;
    const float base = way == ChangeWay::Up ? middle.y + half : middle.y - half;
    drawing.figure.shapes.emplace_back(
        Polygon{{{middle.x, tip}, {middle.x - half, base}, {middle.x + half, base}}, colour});
}

/// Writes a number in the lower part of a cell: after a word that says what it is, or before an
/// arrow if the word does not fit. If neither fits, draws a mark for the direction of the change.
void draw_below(Drawing& drawing, ChangeWay way, const std::string& word, const std::string& number,
                Rect cell, float size, Colour colour) {
    const Point middle{cell.x + cell.width / 2, cell.y + 0.77F * cell.height};
    const float gap = 0.3F * size;
    const float of_word = drawing.measure(word, Font::Sans, size),
                of_number = drawing.measure(number, Font::Mono, size),
                of_arrow = drawing.measure("→", Font::Sans, size);
    const auto draw = [&](const std::string& first, Font font, float width,
                          const std::string& second, Font other, float all) {
        const float left = middle.x - all / 2;
        draw_text(drawing, {left, middle.y}, first, {font, size, colour});
        draw_text(drawing, {left + width + gap, middle.y}, second, {other, size, colour});
    };
    if (const float all = of_word + gap + of_number; fits_in(all, cell.width))
        draw(word, Font::Sans, of_word, number, Font::Mono, all);
    else if (const float all_else = of_number + gap + of_arrow; fits_in(all_else, cell.width))
        draw(number, Font::Mono, of_number, "→", Font::Sans, all_else);
    else if (way != ChangeWay::Same)
        draw_way(drawing, way, middle, 0.6F * size, colour);
}

/// The look of a stage if it is shown and some of its numbers changed.
const SheetLook* changed(const Contents& contents, Stage stage) {
    for (const SheetLook& look : contents.sheets)
        if (look.id.stage == stage && look.changes && !look.changes->is_computed &&
            look.changes->count > 0)
            return &look;
    return nullptr;
}

} // namespace

void compare_with(Contents& contents, const Calculation& before) {
    for (SheetLook& look : contents.sheets) {
        look.changes.reset();
        if (look.id.stage == Stage::WeightedValues || look.values.size() > most_compared ||
            !exists(before.document, look.id))
            continue;
        look.changes = changes_of(look, cells_of(before.document, before.trace, look.id));
    }
}

void compare_with_computed(Contents& contents, const Document& document, const Trace& trace) {
    for (SheetLook& look : contents.sheets) {
        look.changes.reset();
        if (!look.is_given || look.values.size() > most_compared ||
            !is_given_stage(document, look.id))
            continue;
        const auto [found, is_new] = look.kept->computed().try_emplace(key_of(look.id));
        std::optional<Matrix>& computed = found->second;
        if (is_new) {
            computed = computed_instead(document, trace, look.id);
            if (computed && !computed->allFinite())
                computed.reset();
        }
        if (computed)
            look.changes = changes_of(look, *computed, true);
    }
}

void compare(Contents& contents, const Document& document, const Trace& trace,
             const Comparing& with) {
    if (with.before)
        compare_with(contents, *with.before);
    else if (with.is_with_computed)
        compare_with_computed(contents, document, trace);
    if (with.has_offers)
        offer_shares(contents);
}

std::string count_of_changes(const SheetLook& look) {
    if (!look.changes || look.changes->count == 0)
        return "";
    const Index all = look.values.size();
    if (look.changes->is_computed)
        return look.changes->count == all ? "not as computed"
                                          : std::to_string(look.changes->count) + " of " +
                                                std::to_string(all) + " not as computed";
    if (look.changes->count == all)
        return all == 1 ? "changed" : "all changed";
    return std::to_string(look.changes->count) + " of " + std::to_string(all) + " changed";
}

std::string text_before(const SheetLook& look, Index row, Index column) {
    const Place at = look.place(row, column);
    return number_text(look.changes->before(at.row, at.column), look.numbers);
}

bool has_room_for_both(float height, float number_size) {
    return height >= 1.8F * number_size;
}

void draw_change(Drawing& drawing, const SheetLook& look, Index row, Index column, Rect cell,
                 Colour fill, float number_size) {
    const ChangeWay way = look.changes->at(look.place(row, column));
    if (way == ChangeWay::Same)
        return;
    const Colour colour =
        look.is_masked(row, column) ? drawing.theme.masked_text : digit_colour(fill);
    const float middle = cell.x + cell.width / 2;
    if (number_size <= 0) {
        const float side = std::min(0.4F * std::min(cell.width, cell.height), 6.0F);
        draw_way(drawing, way, {middle, cell.y + cell.height / 2}, side, colour);
        return;
    }
    if (!has_room_for_both(cell.height, number_size)) {
        const float side = 0.36F * number_size;
        draw_way(drawing, way, {cell.right() - 0.8F * side, cell.bottom() - 0.8F * side}, side,
                 colour);
        return;
    }
    draw_below(drawing, way, look.changes->is_computed ? "else" : "was",
               text_before(look, row, column), cell, 0.74F * number_size, colour);
}

void draw_expected(Drawing& drawing, const SheetLook& look, Index row, Index column, Rect cell,
                   float number_size) {
    const Real thought = look.expected->value, value = look.value(row, column);
    const NumberFormat numbers =
        is_whole_number(thought) ? look.numbers : compared_format(look.asked);
    const ChangeWay way = way_of(thought, value, numbers);
    const Theme& theme = drawing.theme;
    Colour fill = theme.panel_background;
    if (way == ChangeWay::Up || way == ChangeWay::Down) {
        const Real all = look.scale.high - look.scale.low;
        const Real share = all > 0 ? std::clamp(std::abs(value - thought) / all, 0.0, 1.0) : 1;
        const Real from_middle = (way == ChangeWay::Up ? 1 : -1) * (32 + 90 * share);
        fill = table(Diverging::BlueRed, luminance(theme.background) <
                                             0.5)[static_cast<std::size_t>(127.5 + from_middle)];
    }
    const bool has_both = number_size > 0 && has_room_for_both(cell.height, number_size);
    const float high = has_both ? 0.44F * cell.height : std::min(4.0F, 0.3F * cell.height);
    drawing.figure.shapes.emplace_back(
        Box{{cell.x, cell.bottom() - high, cell.width, high}, fill, transparent, 0, 1.5F});
    if (has_both && way != ChangeWay::Same)
        draw_below(drawing, way, "not", number_text(thought, numbers), cell, 0.74F * number_size,
                   digit_colour(fill));
}

std::optional<LargestChange> largest_change(const Contents& contents, const Document& document) {
    const SheetLook* look = nullptr;
    for (const Stage stage : model_of(document).results)
        if (!look)
            look = changed(contents, stage);
    if (!look)
        return std::nullopt;
    const Place& place = *look->changes->largest;
    return LargestChange{
        place, number_text(look->changes->before(place.row, place.column), look->numbers) + " → " +
                   number_text(look->values(place.row, place.column), look->numbers)};
}

} // namespace attn::figure
