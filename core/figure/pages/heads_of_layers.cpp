// SPDX-License-Identifier: MIT
#include "core/figure/pages/heads_of_layers.h"

#include "core/document/model/open_part.h"
#include "core/document/model/sheet.h"
#include "core/figure/base/drawing.h"
#include "core/figure/canvas/readable.h"
#include "core/figure/matrix/matrix_figure.h"
#include "core/figure/pages/board.h"
#include "core/figure/plots/every_head.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace attn::figure {
namespace {

constexpr float least_map = 3.4F, most_map = 22; // sides of a map, in letters

/// "head 3", or "3" if there is no room for more.
std::string head_above(Index head, bool is_brief) {
    return is_brief ? std::to_string(head) : head_name(head);
}

/// Lengths in the figure's units.
struct MapGrid {
    float names = 0, heads = 0; // left of the maps, and above them
    float gap = 0, margin = 0, foot = 0;
    Size map;
    Index layers = 1, across = 1;

    Rect place(Index layer, Index head) const {
        return {margin + names + static_cast<float>(head) * (map.width + gap),
                margin + heads + static_cast<float>(layer) * (map.height + gap), map.width,
                map.height};
    }
    float width() const {
        return 2 * margin + names + static_cast<float>(across) * (map.width + gap) - gap;
    }
    float height() const {
        return 2 * margin + heads + foot + static_cast<float>(layers) * (map.height + gap);
    }
};

/// Makes maps as large as fits. If they would be too small to be told apart, the page is longer,
/// and then wider.
MapGrid grid_in(Size room, const SheetLook& look, const Document& document, float unit,
                const Measure& measure) {
    MapGrid grid;
    grid.layers = layer_count(document);
    grid.across = head_count(document);
    grid.margin = unit;
    grid.gap = 0.45F * unit;
    grid.heads = 1.6F * unit;
    grid.foot = 1.8F * unit;
    grid.names = measure("layer " + std::to_string(grid.layers - 1), Font::Bold, unit) + unit;
    const float ratio = static_cast<float>(look.row_count()) /
                        static_cast<float>(std::max<Index>(1, look.column_count()));
    const auto each = [&](float length, float beside, Index count) {
        return (length - beside + grid.gap) / static_cast<float>(count) - grid.gap;
    };
    const float wide = each(room.width, 2 * grid.margin + grid.names, grid.across);
    const float high =
        each(room.height, 2 * grid.margin + grid.heads + grid.foot + grid.gap, grid.layers) / ratio;
    const float side = room.height > 0 ? std::min(wide, std::max(high, least_map * unit)) : wide;
    grid.map.width = std::clamp(side, least_map * unit, most_map * unit);
    grid.map.height = std::max(grid.map.width * ratio, 0.6F * least_map * unit);
    return grid;
}

class HeadsOfLayers {
public:
    HeadsOfLayers(const Document& document, const View& view, const CanvasOptions& options,
                  const EveryHead& all)
        : colours_(theme(view.theme)), view_(view), options_(options), all_(all.heads),
          unit_(options.text * options.zoom),
          readable_(find_readable(unit_, view.numbers, options.measure)) {
        Size room = options.available;
        grid_ = grid_in(room, all_.front().look(), document, unit_, options.measure);
        if (room.height > 0 && grid_.height() > snug(grid_.height(), room.height)) {
            room.width -= scroll_bar * options.text;
            grid_ = grid_in(room, all_.front().look(), document, unit_, options.measure);
        }
        figure_.size = {std::max(snug(grid_.width(), room.width), room.width),
                        std::max(snug(grid_.height(), room.height), room.height)};
        figure_.background = colours_.background;
    }

    Figure made() && {
        Drawing drawing{figure_, colours_, options_.measure, options_.visible};
        draw_names(drawing);
        std::vector<SheetBox> boxes;
        for (const ShownHead& one : all_)
            boxes.push_back(box_of(one));
        make_images(drawing, boxes);
        for (std::size_t at = 0; at < all_.size(); ++at)
            draw_map(drawing, all_[at], boxes[at]);
        draw_foot_of_heads(
            drawing, all_, 0,
            {grid_.margin + grid_.names, grid_.height() - grid_.margin - 0.3F * grid_.foot},
            0.86F * unit_);
        figure_.grids.clear(); // a click opens a head, not a number
        figure_.labels.clear();
        figure_.openings_across = grid_.across;
        return std::move(figure_);
    }

private:
    void draw_names(Drawing& drawing) const {
        bool is_brief = false;
        for (Index head = 0; head < grid_.across; ++head)
            is_brief =
                is_brief || !fits_in(options_.measure(head_above(head, false), Font::Bold, unit_),
                                     grid_.map.width);
        if (is_brief && grid_.across > 1)
            draw_text(drawing, {grid_.margin, grid_.margin + 0.5F * grid_.heads}, "head →",
                      {Font::Sans, 0.86F * unit_, colours_.dim_text});
        for (Index head = 0; head < grid_.across; ++head) {
            const Rect first = grid_.place(0, head);
            draw_text(drawing,
                      {first.x + first.width / 2, first.y - grid_.heads + 0.5F * grid_.heads},
                      head_above(head, is_brief),
                      {head == view_.head ? Font::Bold : Font::Sans, unit_, colours_.text,
                       Anchor::Centre});
        }
        for (Index layer = 0; layer < grid_.layers; ++layer) {
            const Rect first = grid_.place(layer, 0);
            draw_text(drawing, {grid_.margin, first.y + first.height / 2},
                      "layer " + std::to_string(layer),
                      {layer == view_.layer ? Font::Bold : Font::Sans, unit_, colours_.text});
        }
    }

    SheetBox box_of(const ShownHead& one) const {
        SheetBox box;
        box.look = &one.look();
        box.lengths = Lengths{unit_, readable_.digits, true};
        box.cells = grid_.place(layer_of(one), one.view.head);
        box.corner = {box.cells.x, box.cells.y};
        box.width = box.cells.width;
        box.has_header = box.has_labels = box.has_colour_bar = false;
        box.drops_decimals = true;
        const Size cell{box.cell_width(), box.cell_height()};
        box.has_numbers = readable_.holds(cell) && has_single_cells(one.look());
        box.number_size = readable_.number_size(cell, unit_, readable_.characters + 1);
        return box;
    }

    void draw_map(Drawing& drawing, const ShownHead& one, const SheetBox& box) const {
        draw_matrix(drawing, box, one.contents.words(), one.view);
        if (one.is_open)
            draw_frame(drawing, grown(box.cells, 0.15F * unit_), colours_.accent, 0.12F * unit_);
        drawing.figure.openings.push_back(
            {grown(box.cells, grid_.gap / 2), layer_of(one), false, one.view.head});
    }

    static Index layer_of(const ShownHead& one) {
        return one.part->in_whole(SheetId{Stage::Weights}).layer;
    }

    Theme colours_;
    const View& view_;
    const CanvasOptions& options_;
    const std::vector<ShownHead>& all_;
    float unit_;
    Readable readable_;
    MapGrid grid_;
    Figure figure_;
};

} // namespace

Figure heads_of_layers(const Document& document, const Trace& trace, const View& asked,
                       const CanvasOptions& options) {
    const View view = within(document, asked);
    EveryHead all = every_head(document, trace, view);
    for (ShownHead& one : all.heads) { // marks of a word would cover what differs
        SheetLook& look = one.contents.sheets.front();
        for (std::optional<Index>* const line :
             {&look.query_row, &look.query_column, &look.key_row, &look.key_column})
            line->reset();
    }
    return HeadsOfLayers(document, view, options, all).made();
}

} // namespace attn::figure
