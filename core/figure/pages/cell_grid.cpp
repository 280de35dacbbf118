// SPDX-License-Identifier: MIT
#include "core/figure/pages/cell_grid.h"

#include "core/figure/base/text.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace attn::figure {
namespace {

constexpr float title_lines = 2, name_lines = 1.6F, band_gap = 0.8F;

bool has_two_lines(const CellGrid& grid) {
    return std::any_of(grid.cells.begin(), grid.cells.end(),
                       [](const GridCell& cell) { return !cell.below.empty(); });
}

Index bands_of(const CellGrid& grid, Index across) {
    return (static_cast<Index>(grid.columns.size()) + across - 1) / across;
}

float band_height(const CellGrid& grid, float line, float unit) {
    return name_lines * unit + static_cast<float>(grid.rows.size()) * line;
}

} // namespace

GridSize size_of_grid(const CellGrid& grid, float unit, float width, const Measure& measure) {
    const float small = grid.small_letters * unit, side = 0.8F * unit, longest = 7.5F * unit;
    GridSize made;
    for (const std::string& name : grid.rows)
        made.names = std::max(made.names, measure(name, Font::Bold, unit));
    made.names += unit;
    float wanted = 3 * unit;
    for (const std::string& name : grid.columns)
        wanted = std::max(wanted, std::min(measure(name, Font::Bold, small) + side, longest));
    for (const GridCell& cell : grid.cells) {
        const float text = measure(cell.text, cell.font, unit) + side;
        wanted = std::max({wanted, cell.font == Font::Mono ? text : std::min(text, longest),
                           measure(cell.below, Font::Mono, small) + side});
    }
    const auto count = static_cast<Index>(std::max<std::size_t>(1, grid.columns.size()));
    const float room = std::max(wanted, width - made.names);
    const auto most = std::max<Index>(1, static_cast<Index>((room + 0.01F) / wanted));
    const Index bands = bands_of(grid, most);
    made.across = (count + bands - 1) / bands; // as many in each
    made.cell = std::clamp(room / static_cast<float>(made.across), wanted, wanted + 3 * unit);
    made.line = (has_two_lines(grid) ? 3 : 2.2F) * unit;
    made.width = std::max(made.names + static_cast<float>(made.across) * made.cell,
                          std::min(measure(grid.title, Font::Bold, grid.title_letters), width));
    const auto all = static_cast<float>(bands_of(grid, made.across));
    made.height = title_lines * grid.title_letters + all * band_height(grid, made.line, unit) +
                  (all - 1) * band_gap * unit;
    return made;
}

float letters_to_fill(const CellGrid& grid, float unit, Size room, const Measure& measure) {
    for (const float factor : {2.0F, 1.8F, 1.6F, 1.4F, 1.2F}) {
        const GridSize size = size_of_grid(grid, factor * unit, room.width, measure);
        if (size.across == static_cast<Index>(grid.columns.size()) &&
            fits_in(size.width, room.width) && fits_in(size.height, room.height))
            return factor * unit;
    }
    return unit;
}

void draw_grid(Drawing& drawing, const CellGrid& grid, Point at, const GridSize& size, float unit) {
    const Theme& theme = drawing.theme;
    const float small = grid.small_letters * unit;
    const float title = grid.title_letters;
    draw_text(drawing, {at.x, at.y + 0.6F * title},
              escape(shortened(grid.title, size.width, Font::Bold, title, drawing.measure)),
              {Font::Bold, title, theme.text});
    const auto columns = static_cast<Index>(grid.columns.size());
    const float step = band_height(grid, size.line, unit) + band_gap * unit;
    const auto top_of = [&](Index column) {
        return at.y + title_lines * title + name_lines * unit +
               static_cast<float>(column / size.across) * step;
    };
    const auto left_of = [&](Index column) {
        return at.x + size.names + static_cast<float>(column % size.across) * size.cell;
    };
    for (Index column = 0; column < columns; ++column) {
        const bool is_chosen = grid.chosen_column == column;
        const Font font = is_chosen ? Font::Bold : Font::Sans;
        draw_text(drawing,
                  {left_of(column) + 0.5F * size.cell, top_of(column) - 0.5F * name_lines * unit},
                  escape(shortened(grid.columns[static_cast<std::size_t>(column)],
                                   size.cell - 0.3F * unit, font, small, drawing.measure)),
                  {font, small, is_chosen && grid.is_chosen_query ? theme.query_text : theme.text,
                   Anchor::Centre});
    }
    for (Index row = 0; row < static_cast<Index>(grid.rows.size()); ++row) {
        const bool is_chosen = grid.chosen_row == row;
        const float down = static_cast<float>(row) * size.line;
        for (Index column = 0; column < columns; ++column) {
            const float y = top_of(column) + down;
            if (column % size.across == 0)
                draw_text(drawing, {at.x, y + 0.5F * size.line},
                          escape(grid.rows[static_cast<std::size_t>(row)]),
                          {is_chosen ? Font::Bold : Font::Sans, unit, theme.text});
            const GridCell& cell = grid.cells[static_cast<std::size_t>(row * columns + column)];
            const Rect rect{left_of(column), y, size.cell, size.line};
            drawing.figure.shapes.push_back(Box{rect, cell.fill, theme.background, 1});
            const Colour ink = digit_colour(cell.fill);
            const Point middle{rect.x + rect.width / 2, rect.y + rect.height / 2};
            const bool has_below = !cell.below.empty();
            draw_text(drawing, {middle.x, middle.y - (has_below ? 0.6F * unit : 0)},
                      escape(shortened(cell.text, rect.width - 0.4F * unit, cell.font, unit,
                                       drawing.measure)),
                      {cell.font, unit, ink, Anchor::Centre});
            draw_text(drawing, {middle.x, middle.y + 0.7F * unit}, escape(cell.below),
                      {Font::Mono, small, ink, Anchor::Centre});
            OpeningRegion opening = cell.opens;
            opening.rect = rect;
            drawing.figure.openings.push_back(opening);
        }
    }
    drawing.figure.openings_across = columns;
}

} // namespace attn::figure
