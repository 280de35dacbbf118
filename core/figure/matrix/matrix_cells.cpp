// SPDX-License-Identifier: MIT
#include "core/figure/matrix/matrix_cells.h"

#include "core/figure/base/number_form.h"
#include "core/figure/matrix/changes.h"
#include "core/figure/matrix/matrix_figure.h"
#include "core/figure/matrix/pooled.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

namespace attn::figure {
namespace {

/// A length centred on a line, inside an area.
struct Opening {
    float from = 0, length = 0;
};
Opening opening_around(float middle, float length, float area_from, float area_length) {
    const float most = std::min(length, area_length);
    const float last = area_from + area_length - most;
    return {std::clamp(middle - most / 2, area_from, last), most};
}

/// Moves the key word's enlarged line beside the query word's if they would overlap: to its own
/// side, or to the other if the area ends. Returns nothing if there is no room.
std::optional<Opening> set_apart(const Opening& query, Opening key, bool is_after, float area_from,
                                 float area_length) {
    const float before = query.from - key.length, after = query.from + query.length;
    if (key.from >= after || key.from <= before)
        return key;
    const bool has_before = before >= area_from;
    const bool has_after = after + key.length <= area_from + area_length;
    if (!has_before && !has_after)
        return std::nullopt;
    key.from = has_after && (is_after || !has_before) ? after : before;
    return key;
}

/// The enlarged lines of both words along one side of the matrix.
struct Openings {
    std::optional<Opening> query, key;
};
Openings openings(const std::optional<Index>& query, const std::optional<Index>& key, float cell,
                  float length, float area_from, float area_length) {
    const auto open = [&](const std::optional<Index>& at) -> std::optional<Opening> {
        if (!at)
            return std::nullopt;
        const float middle = area_from + (static_cast<float>(*at) + 0.5F) * cell;
        return opening_around(middle, length, area_from, area_length);
    };
    Openings made{open(query), open(key)};
    if (made.query && made.key)
        made.key = query == key
                       ? std::nullopt
                       : set_apart(*made.query, *made.key, *key > *query, area_from, area_length);
    return made;
}

} // namespace

OpenLines open_lines(const SheetBox& box) {
    OpenLines open;
    const SheetLook& look = *box.look;
    if (!box.opens_lines || box.has_numbers)
        return open;
    const Rect& cells = box.cells;
    const float high = std::max(1.5F * box.lengths.unit, box.open_cell.height);
    // Wide enough for "0.00" or "−0.00"; in a narrow matrix no wider.
    const float number =
        (look.family == Family::Weights ? 2.45F : 3.46F) * box.lengths.least_digits;
    const float wide =
        std::max(std::clamp(0.22F * cells.width, number, std::max(number, 2.9F * box.lengths.unit)),
                 box.open_cell.width);
    if (box.cell_height() < 0.7F * high) {
        const auto [query, key] =
            openings(look.query_row, look.key_row, box.cell_height(), high, cells.y, cells.height);
        if (query)
            open.query_row = {cells.x, query->from, cells.width, query->length};
        if (key)
            open.key_row = {cells.x, key->from, cells.width, key->length};
    }
    if (box.cell_width() < 0.5F * wide) {
        const auto [query, key] = openings(look.query_column, look.key_column, box.cell_width(),
                                           wide, cells.x, cells.width);
        if (query)
            open.query_column = {query->from, cells.y, query->length, cells.height};
        if (key)
            open.key_column = {key->from, cells.y, key->length, cells.height};
    }
    return open;
}

Rect drawn_cell(const SheetBox& box, const OpenLines& open, Index row, Index column) {
    const SheetLook& look = *box.look;
    const float width = box.cell_width(), height = box.cell_height();
    Rect cell{box.cells.x + static_cast<float>(column) * width,
              box.cells.y + static_cast<float>(row) * height, width, height};
    const auto is_at = [](const std::optional<Rect>& line, const std::optional<Index>& at,
                          Index here) { return line && at == here; };
    for (const auto& [line, at] :
         {std::pair(open.key_row, look.key_row), std::pair(open.query_row, look.query_row)})
        if (is_at(line, at, row)) {
            cell.y = line->y;
            cell.height = line->height;
        }
    for (const auto& [line, at] : {std::pair(open.query_column, look.query_column),
                                   std::pair(open.key_column, look.key_column)})
        if (is_at(line, at, column)) {
            cell.x = line->x;
            cell.width = line->width;
        }
    return cell;
}

namespace {

bool is_image(const SheetBox& box, const CellPart& part) {
    return std::min(box.cell_width(), box.cell_height()) < least_cell ||
           part.rows * part.columns > most_boxes;
}

/// The rectangle of an image of the part. The image has at most one pixel per cell and per unit of
/// the figure.
Rect image_rect(const SheetBox& box, const CellPart& part) {
    const Rect first = cell_in(box, part.row, part.column);
    if (part.rows == box.look->row_count() && part.columns == box.look->column_count())
        return box.cells;
    return {first.x, first.y, static_cast<float>(part.columns) * first.width,
            static_cast<float>(part.rows) * first.height};
}

MatrixImage image_of(const SheetBox& box, const CellPart& part, Rect rect) {
    return {box.look, part, static_cast<int>(rect.width), static_cast<int>(rect.height)};
}

/// Draws two cut-off corners in a strong colour, so that the cell stands out without reading
/// colours.
void draw_non_finite_sign(Drawing& drawing, Rect cell) {
    const float side = 0.42F * std::min(cell.width, cell.height);
    const Colour sign = drawing.theme.error;
    drawing.figure.shapes.emplace_back(
        Polygon{{{cell.x, cell.y}, {cell.x + side, cell.y}, {cell.x, cell.y + side}}, sign});
    drawing.figure.shapes.emplace_back(Polygon{{{cell.right(), cell.bottom()},
                                                {cell.right() - side, cell.bottom()},
                                                {cell.right(), cell.bottom() - side}},
                                               sign});
}

void draw_number(Drawing& drawing, const SheetBox& box, Rect cell, Index row, Index column,
                 Colour fill, float digit) {
    const SheetLook& look = *box.look;
    std::string text = cell_text(look, row, column);
    const bool is_word = look.has_no_key(row, column) || !std::isfinite(look.value(row, column));
    const float middle = cell.x + cell.width / 2;
    const bool has_another =
        look.was_expected(row, column) ||
        (look.changes && look.changes->at(look.place(row, column)) != Changes::Way::Same);
    const bool is_upper = has_another && has_room_for_both(cell.height, box.number_size);
    const float y = cell.y + (is_upper ? 0.34F : 0.5F) * cell.height;
    const TextStyle style{is_word ? Font::Sans : Font::Mono, box.number_size,
                          look.is_masked(row, column) ? drawing.theme.masked_text
                          : look.is_dropped(row, column) || look.is_dimmed ? drawing.theme.dim_text
                                                                           : digit_colour(fill),
                          is_word ? Anchor::Centre : Anchor::Right};
    if (is_word) {
        draw_text(drawing, {middle, y}, text, style);
        return;
    }
    NumberCell place{cell.width, digit, look.fraction_characters};
    if (box.drops_decimals || look.reads_zero) {
        const float room = (cell.width - 1) / digit;
        text = narrowed(look, row, column, room);
        place.fraction = fraction_in(look, room);
    }
    if (const auto end = aligned_end(look, text, place))
        draw_text(drawing, {middle + *end, y}, text, style);
    else
        draw_text(drawing, {middle, y}, text,
                  {style.font, style.size, style.colour, Anchor::Centre});
}

/// Draws a cell without content.
void draw_blank(Drawing& drawing, Rect cell, float radius) {
    const Theme& theme = drawing.theme;
    drawing.figure.shapes.emplace_back(Box{cell, theme.background, theme.line, 1, radius});
}

/// The gap between a cell and its neighbours.
float gap_of(Rect place) {
    const float side = std::min(place.width, place.height);
    return std::min(std::clamp(0.07F * side, 0.8F, 3.0F), 0.3F * side);
}

/// Draws one cell. `digit` is the width of a digit, if the cell shows a number.
void draw_matrix_cell(Drawing& drawing, const SheetBox& box, Rect place, Index row, Index column,
                      float digit) {
    const SheetLook& look = *box.look;
    const Theme& theme = drawing.theme;
    const float side = std::min(place.width, place.height);
    const float gap = gap_of(place);
    const float radius =
        look.is_input ? std::min(4.0F, 0.16F * side) : std::min(1.5F, 0.06F * side);
    const Rect cell = grown(place, -gap / 2);
    if (look.is_blank_at(row, column))
        return draw_blank(drawing, cell, radius);
    Colour fill = cell_colour(look, theme, row, column);
    const bool is_bad = fill == non_finite;
    if (is_bad)
        fill = theme.error_background;
    Box shape{cell, fill, transparent, 0, radius};
    if (is_bad) {
        shape.stroke = theme.error;
        shape.stroke_width = 1.5F * theme.stroke;
    } else if (!look.is_input && contrast(fill, theme.background) < 1.15) {
        shape.stroke = theme.line; // otherwise it would merge with the background
        shape.stroke_width = 1;
    }
    drawing.figure.shapes.emplace_back(shape);
    if (is_bad)
        draw_non_finite_sign(drawing, cell);
    if (look.is_masked(row, column))
        draw_masked_sign(drawing, cell, box.has_numbers);
    if (box.has_numbers)
        draw_number(drawing, box, cell, row, column, fill, digit);
    if (look.was_expected(row, column))
        draw_expected(drawing, look, row, column, cell, box.has_numbers ? box.number_size : 0);
    else if (look.changes)
        draw_change(drawing, look, row, column, cell, fill, box.has_numbers ? box.number_size : 0);
}

/// Draws the query word's weights as bars; a full bar means the end of the colours. Each
/// pixel shows the largest of its words.
void draw_weight_bars(Drawing& drawing, const SheetBox& box, Rect line, Index row) {
    const SheetLook& look = *box.look;
    const Vector weights = look.row(row);
    const Index columns = weights.size();
    const auto bars = std::min(columns, static_cast<Index>(std::max(1.0F, line.width)));
    std::vector<Real> largest(static_cast<std::size_t>(bars));
    const Real most = look.scale.high;
    for (Index column = 0; column < columns; ++column) {
        const Real value = weights(column);
        Real& bar = largest[static_cast<std::size_t>(column * bars / columns)];
        if (std::isfinite(value))
            bar = std::clamp(value, bar, most);
    }
    const float width = line.width / static_cast<float>(bars);
    for (std::size_t at = 0; at < largest.size() && most > 0; ++at) {
        const float high = static_cast<float>(largest[at] / most) * (line.height - 2);
        if (high >= 0.5F)
            drawing.figure.shapes.emplace_back(
                Box{{line.x + static_cast<float>(at) * width, line.bottom() - 1 - high,
                     std::max(0.7F * width, std::min(width, 1.0F)), high},
                    drawing.theme.weight,
                    transparent,
                    0,
                    0});
    }
}

/// The size of the numbers in an enlarged cell. Letters shrink before decimals are dropped, with or
/// without a sign.
float opened_size(const Drawing& drawing, const SheetBox& box, Rect place) {
    constexpr float large = 64; // so that rounding of widths does not matter
    const float digit = drawing.measure("0", Font::Mono, large) / large;
    // Fits "0.00" with a small margin.
    const float size =
        std::min(std::max(0.8F * box.lengths.unit, std::min(box.open_digits, 0.7F * place.height)),
                 (place.width - 3) / (3.5F * digit));
    const float room = place.width - gap_of(place) - 1.01F, least = box.lengths.least_digits;
    const int sign = box.look->family == Family::Weights ? 0 : 1; // whatever the current numbers
    for (const int count : {box.look->characters + sign, box.look->characters}) {
        const auto digits = static_cast<float>(count);
        const auto fits = [&](float one) {
            return one >= least && fits_in(digits * drawing.measure("0", Font::Mono, one), room);
        };
        const float whole = std::min(size, std::floor(2 * room / (digits * digit)) / 2);
        for (const float one : {whole, least})
            if (fits(one))
                return one;
    }
    return size;
}

/// Draws an enlarged line over its neighbours. If it has more cells than pixels it is one image.
void draw_open_line(Drawing& drawing, const SheetBox& box, const OpenLines& open, Rect line,
                    const CellPart& part) {
    const SheetLook& look = *box.look;
    drawing.figure.grids.push_back({look.id, line, part.rows, part.columns,
                                    look.first_row + part.row, look.first_column + part.column,
                                    look.is_transposed});
    if (look.is_blank)
        return draw_blank(drawing, line, 0);
    drawing.figure.shapes.emplace_back(Box{line, drawing.theme.background, transparent, 0, 0});
    const bool is_row = part.rows == 1;
    const bool has_bars = is_row && part.row == look.query_row && look.id.stage == Stage::Weights;
    const float cell = is_row ? box.cell_width() : box.cell_height();
    const bool is_one_image = cell < least_cell;
    if (is_one_image && !has_bars)
        drawing.figure.shapes.emplace_back(
            Image{line, pooled(image_of(box, part, line), drawing.theme)});
    if (has_bars)
        draw_weight_bars(drawing, box, line, part.row);
    SheetBox opened = box;
    opened.drops_decimals = true;
    const auto draw_one = [&](Index row, Index column) {
        if (!is_row &&
            ((open.query_row && look.query_row == row) || (open.key_row && look.key_row == row)))
            return; // The crossing row shows this cell.
        const Rect rect = drawn_cell(box, open, row, column);
        opened.number_size = opened_size(drawing, box, rect);
        opened.has_numbers = opened.number_size >= box.lengths.least_digits &&
                             rect.height >= 1.2F * opened.number_size;
        if (opened.has_numbers || !(is_one_image || has_bars))
            draw_matrix_cell(drawing, opened, rect, row, column,
                             drawing.measure("0", Font::Mono, opened.number_size));
    };
    // A cell crossed by another enlarged line is larger and drawn over its neighbours.
    const std::array crossing = is_row ? std::array{look.key_column, look.query_column}
                                       : std::array{look.key_row, look.query_row};
    const auto is_crossed = [&](Index at) { return at == crossing[0] || at == crossing[1]; };
    if (!is_one_image)
        for (Index at = 0; at < (is_row ? part.columns : part.rows); ++at)
            if (!is_crossed(at))
                draw_one(is_row ? part.row : at, is_row ? at : part.column);
    for (const std::optional<Index>& at : crossing)
        if (at)
            draw_one(is_row ? part.row : *at, is_row ? *at : part.column);
}

} // namespace

Rect cell_in(const SheetBox& box, Index row, Index column) {
    const float width = box.cell_width(), height = box.cell_height();
    return {box.cells.x + static_cast<float>(column) * width,
            box.cells.y + static_cast<float>(row) * height, width, height};
}

CellPart visible_part(const Drawing& drawing, const SheetBox& box) {
    const Index rows = box.look->row_count(), columns = box.look->column_count();
    if (drawing.shows_all())
        return {0, 0, rows, columns};
    const auto at = [](float from, float cell, Index count) {
        return std::clamp(static_cast<Index>(std::floor(from / cell)), Index{0}, count);
    };
    const Rect& seen = drawing.visible;
    const float width = box.cell_width(), height = box.cell_height();
    const Index top = at(seen.y - box.cells.y - height, height, rows);
    const Index left = at(seen.x - box.cells.x - width, width, columns);
    const Index bottom = at(seen.bottom() - box.cells.y + 2 * height, height, rows);
    const Index right = at(seen.right() - box.cells.x + 2 * width, width, columns);
    return {top, left, std::max(Index{0}, bottom - top), std::max(Index{0}, right - left)};
}

void draw_matrix_cells(Drawing& drawing, const SheetBox& box) {
    const SheetLook& look = *box.look;
    const Theme& theme = drawing.theme;
    const CellPart part = visible_part(drawing, box);
    if (part.rows == 0 || part.columns == 0)
        return;
    if (is_image(box, part)) {
        const Rect rect = image_rect(box, part);
        if (look.is_blank)
            draw_blank(drawing, rect, 0);
        else
            drawing.figure.shapes.emplace_back(
                Image{rect, pooled(image_of(box, part, rect), theme)});
        return;
    }
    const float digit = box.has_numbers ? drawing.measure("0", Font::Mono, box.number_size) : 0;
    for (Index row = part.row; row < part.row + part.rows; ++row)
        for (Index column = part.column; column < part.column + part.columns; ++column)
            draw_matrix_cell(drawing, box, cell_in(box, row, column), row, column, digit);
}

void draw_open_lines(Drawing& drawing, const SheetBox& box, const OpenLines& open) {
    const SheetLook& look = *box.look;
    const Index rows = look.row_count(), columns = look.column_count();
    if (open.key_column)
        draw_open_line(drawing, box, open, *open.key_column, {0, *look.key_column, rows, 1});
    if (open.query_column)
        draw_open_line(drawing, box, open, *open.query_column, {0, *look.query_column, rows, 1});
    if (open.key_row)
        draw_open_line(drawing, box, open, *open.key_row, {*look.key_row, 0, 1, columns});
    if (open.query_row)
        draw_open_line(drawing, box, open, *open.query_row, {*look.query_row, 0, 1, columns});
}

void make_images(const Drawing& drawing, const std::vector<SheetBox>& boxes) {
    std::vector<MatrixImage> pictures;
    for (const SheetBox& box : boxes) {
        const CellPart part = visible_part(drawing, box);
        if (part.rows > 0 && part.columns > 0 && is_image(box, part) && !box.look->is_blank)
            pictures.push_back(image_of(box, part, image_rect(box, part)));
    }
    make_matrix_images(pictures, drawing.theme);
}

} // namespace attn::figure
