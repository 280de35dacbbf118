// SPDX-License-Identifier: MIT
#include "core/figure/pages/layers_page.h"

#include "core/document/model/open_part.h"
#include "core/document/model/sheet.h"
#include "core/figure/base/drawing.h"
#include "core/figure/canvas/readable.h"
#include "core/figure/matrix/matrix_figure.h"
#include "core/figure/pages/board.h"

#include <algorithm>
#include <deque>
#include <string>
#include <utility>
#include <vector>

namespace attn::figure {

Figure layers_page(const Document& document, const Trace& trace, const View& asked,
                   const CanvasOptions& options) {
    const View view = within(document, asked);
    const Theme colours = theme(view.theme);
    const float unit = options.text * options.zoom, named = 4.2F * unit, gap = 1.5F * unit;
    const Readable readable = find_readable(unit, view.numbers, options.measure);
    const Lengths lengths{unit, readable.digits, true};

    // What is where: a row for each layer, with its name and its matrices.
    std::deque<Contents> shown; // the pieces point into them
    std::vector<board::Piece> layers;
    const Contents of_words = contents(document, trace, view, Stage::X);
    float names = 0;
    for (const std::string& word : of_words.words())
        names = std::max(names, options.measure(word, Font::Bold, lengths.label_size()));
    names = std::min(names, 0.12F * options.available.width);
    for (Index layer = 0; layer < layer_count(document); ++layer) {
        std::vector<board::Piece> parts{board::room(named, 0, static_cast<int>(3 * layer))};
        for (const SheetId& sheet :
             {SheetId{Stage::Weights, view.head, 0, layer}, SheetId{Stage("block"), 0, 0, layer}}) {
            shown.push_back(contents(document, trace, view, sheet));
            const SheetLook& look = shown.back().sheets.front();
            const int key = static_cast<int>(3 * layer + static_cast<Index>(parts.size()));
            parts.push_back(board::matrix(key, look, lengths, names, lengths.header(look)));
            parts.back().around.bottom = lengths.footer(look);
        }
        layers.push_back(board::row(std::move(parts), gap));
    }
    board::Piece page = board::column(std::move(layers), 0.6F * unit);
    page.around = {unit, 0.6F * unit, gap, 0.6F * unit};

    // Small matrices scroll rather than lose their numbers, others rather than their cells.
    const auto lines = static_cast<float>(std::max(token_count(document), d_model(document)));
    const float least = std::min(least_cell, 12 * unit / lines);
    const bool is_small = lines <= 16;
    board::CellSizes cells{{is_small ? readable.scarce_width() : least},
                           {is_small ? readable.height() : least}};
    const board::CellSizes smallest = cells;
    Size room = options.available;
    if (board::height_down(page, cells) > room.height)
        room.width -= scroll_bar * options.text;
    board::fit_even(page, cells, room, {9 * unit, 4 * unit});
    cells.wide.front() = std::max(cells.wide.front(), smallest.wide.front());
    cells.high.front() = std::max(cells.high.front(), smallest.high.front());
    const Size needed = board::size_of(page, cells);
    Figure figure;
    figure.size = {std::max(snug(needed.width, room.width), room.width),
                   std::max(snug(needed.height, room.height), room.height)};
    figure.background = colours.background;
    const board::Places places =
        board::place(page, cells, {0, 0, figure.size.width, needed.height});

    Drawing drawing{figure, colours, options.measure, options.visible};
    std::vector<SheetBox> boxes;
    for (const board::Placed& at : places.list)
        if (at.look) {
            SheetBox box = places.box(at.key, lengths);
            box.has_header = box.has_colour_bar = box.drops_decimals = true;
            box.has_numbers = readable.holds(at.cell) && has_single_cells(*at.look);
            box.number_size = readable.number_size(at.cell, unit, readable.characters + 1);
            boxes.push_back(box);
        } else {
            draw_text(drawing, {at.rect.x, at.rect.y + 0.68F * unit},
                      "layer " + std::to_string(at.key / 3), {Font::Bold, unit, colours.text});
        }
    make_images(drawing, boxes);
    for (const SheetBox& box : boxes)
        draw_matrix(drawing, box, of_words.words(), view);
    return figure;
}

} // namespace attn::figure
