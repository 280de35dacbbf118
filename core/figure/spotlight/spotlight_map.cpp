// SPDX-License-Identifier: MIT
#include "core/figure/spotlight/spotlight_map.h"

#include "core/document/model/model.h"
#include "core/document/model/open_part.h"
#include "core/document/model/sheet.h"
#include "core/figure/base/colours.h"
#include "core/figure/base/drawing.h"
#include "core/figure/base/text.h"
#include "core/figure/canvas/canvas_places.h"
#include "core/figure/canvas/readable.h"
#include "core/figure/matrix/sheet_look.h"

#include <algorithm>
#include <string>
#include <utility>

namespace attn::figure {
namespace {

constexpr float least_map_letters = 12;
constexpr Index most_layer_boxes = 12;

struct MapBox {
    SheetId sheet; // of the whole document
    std::string title;
    std::size_t column = 0, lane = 0;
    bool is_lit = false;
};

/// The stages of the open part in two lanes. A stage that would share a box with another stands
/// beside it.
std::vector<MapBox> map_boxes(const Document& document, const View& view,
                              const std::vector<LitSheet>& lit) {
    View inside = view;
    keep_part_inside(document, inside);
    const Document* shape = &document;
    std::optional<Document> part;
    if (has_parts(document))
        shape = &part.emplace(OpenPart::shape(document, part_index(document, inside)));
    struct At {
        std::pair<std::size_t, int> column;
        std::size_t lane;
        Stage stage;
    };
    std::vector<At> list;
    if (has_stage(*shape, Stage::Weights)) {
        for (const CanvasPlace& place : canvas_places(*shape))
            if (has_stage(*shape, place.stage))
                list.push_back({{100 * place.pair + place.column, place.host ? 1 : 0},
                                place.is_above || (place.host && place.is_under) ? 0U : 1U,
                                place.stage});
    } else {
        std::size_t count = 0;
        for (const StageInfo& stage : stages(document.model))
            if (has_stage(document, stage.stage)) {
                list.push_back({{count / 2, 0}, count % 2, stage.stage});
                ++count;
            }
    }
    for (std::size_t at = 0; at < list.size(); ++at)
        for (std::size_t before = 0; before < at; ++before)
            if (list[before].column == list[at].column && list[before].lane == list[at].lane)
                ++list[at].column.second;
    std::vector<std::pair<std::size_t, int>> columns;
    for (const At& one : list)
        columns.push_back(one.column);
    std::sort(columns.begin(), columns.end());
    columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
    std::vector<MapBox> boxes;
    for (const At& one : list) {
        MapBox box;
        box.sheet = sheet_of_head(document, one.stage, view.head);
        if (!is_of_all_layers(one.stage)) {
            box.sheet.layer = inside.layer;
            box.sheet.is_cross = inside.is_cross && may_be_cross(one.stage);
        }
        if (!exists(document, box.sheet)) // X of a later layer is the block before it.
            box.sheet = SheetId{one.stage};
        if (!exists(document, box.sheet))
            continue;
        if (is_by_query(one.stage))
            box.sheet.query = view.query;
        box.title = info(one.stage, document.model).heading();
        box.column = static_cast<std::size_t>(
            std::lower_bound(columns.begin(), columns.end(), one.column) - columns.begin());
        box.lane = one.lane;
        box.is_lit = std::any_of(lit.begin(), lit.end(), [&](const LitSheet& each) {
            return each.sheet == box.sheet ||
                   // The canvas draws the scores before a mask as masked ones.
                   on_canvas(*shape, {{each.sheet.stage, each.sheet.head}, 0, 0}).sheet.stage ==
                       one.stage;
        });
        boxes.push_back(std::move(box));
    }
    return boxes;
}

class MapStrip {
public:
    MapStrip(const Document& document, const View& view, const CanvasOptions& options)
        : document_(document), view_(view), options_(options), colours_(theme(view.theme)) {
        figure_.size = options.available;
        figure_.background = colours_.panel_background;
    }

    Figure draw(const std::vector<MapBox>& boxes) && {
        const float text = std::max(least_map_letters, 0.8F * options_.text);
        const float left = draw_layers(boxes, text);
        const float gap = 0.42F * text;
        const std::vector<float> wide = widths(boxes, text, figure_.size.width - left, gap);
        std::vector<float> begins;
        float x = left;
        for (const float width : wide) {
            begins.push_back(x);
            x += width + gap;
        }
        const float between = 0.4F * text;
        const float high = std::min(1.5F * text, (figure_.size.height - between) / 2);
        const float top = (figure_.size.height - 2 * high - between) / 2;
        for (const MapBox& box : boxes)
            draw_box(box,
                     {begins[box.column], top + static_cast<float>(box.lane) * (high + between),
                      wide[box.column], high},
                     text);
        return std::move(figure_);
    }

private:
    Drawing drawing() { return {figure_, colours_, options_.measure}; }

    /// The widths of the columns. If there is no room for all names, those of the lit stages stay.
    std::vector<float> widths(const std::vector<MapBox>& boxes, float text, float room,
                              float gap) const {
        std::vector<float> named, lit;
        for (const MapBox& box : boxes) {
            if (box.column >= named.size()) {
                named.resize(box.column + 1, 3 * text);
                lit.resize(box.column + 1, 0);
            }
            const float own =
                rich_width(box.title, Font::Bold, text, options_.measure) + 0.9F * text;
            named[box.column] = std::max(named[box.column], own);
            if (box.is_lit)
                lit[box.column] = std::max(lit[box.column], own);
        }
        room -= gap * static_cast<float>(std::max<std::size_t>(named.size(), 1) - 1);
        const auto total = [&](float share) {
            float sum = 0;
            for (std::size_t at = 0; at < named.size(); ++at)
                sum += std::max(lit[at], share * named[at]);
            return sum;
        };
        const float share = largest(0.02F, 1, [&](float one) { return total(one) <= room; });
        const float squeeze = std::min(1.0F, room / std::max(1.0F, total(share)));
        for (std::size_t at = 0; at < named.size(); ++at)
            named[at] = squeeze * std::max(lit[at], share * named[at]);
        return named;
    }

    void draw_box(const MapBox& box, Rect rect, float text) {
        Drawing draw = drawing();
        const Colour line = box.is_lit ? colours_.query : colours_.line;
        const Colour fill = box.is_lit ? mix(colours_.panel_background, colours_.query, 0.14F)
                                       : colours_.panel_background;
        const float stroke = (box.is_lit ? 1.6F : 1) * colours_.stroke;
        figure_.shapes.emplace_back(
            Box{rect, fill, line, std::min(stroke, rect.width / 3), 0.2F * text});
        figure_.titles.push_back({rect, box.sheet});
        const Font font = box.is_lit ? Font::Bold : Font::Sans;
        const float size = std::min(text, 0.82F * rect.height), room = rect.width - 0.4F * text;
        std::string title = box.title;
        if (!fits_in(rich_width(title, font, size, options_.measure), room)) {
            // Few letters would tell nothing, and many such boxes are hard to look at.
            const std::string whole = plain_text(title);
            const std::string cut = shortened(whole, room, font, size, options_.measure);
            const bool tells = box.is_lit || 5 * cut.size() > 3 * whole.size() + 10;
            title = tells ? escape(cut) : "";
        }
        draw_text(
            draw, {rect.x + rect.width / 2, rect.y + rect.height / 2}, title,
            {font, size, box.is_lit ? colours_.query_text : colours_.dim_text, Anchor::Centre});
    }

    /// Draws a box for each layer and their number. Returns where the stages begin.
    float draw_layers(const std::vector<MapBox>& boxes, float text) {
        const Index layers = layer_count(document_);
        if (layers < 2)
            return 0;
        Drawing draw = drawing();
        const std::string open =
            "layer " + std::to_string(view_.layer) + (view_.is_cross ? ", cross" : "");
        const std::string count = std::to_string(layers) + " layers";
        const float height = figure_.size.height;
        const float wide = std::max(options_.measure(open, Font::Bold, text),
                                    options_.measure(count, Font::Sans, text));
        draw_text(draw, {0, 0.3F * height}, open, {Font::Bold, text, colours_.query_text});
        draw_text(draw, {0, 0.7F * height}, count, {Font::Sans, text, colours_.dim_text});
        float x = wide + 0.8F * text;
        if (layers > most_layer_boxes)
            return x;
        const float side = 0.62F * text, gap = 0.3F * text;
        const SheetId here = boxes.empty() ? SheetId{} : stage_of_layers(boxes);
        for (Index layer = layers; layer-- > 0;) { // the first layer at the foot, as data flows up
            const float step = std::min(side + gap, height / static_cast<float>(layers));
            const Rect rect{x,
                            height / 2 +
                                (static_cast<float>(layers) / 2 - static_cast<float>(layer) - 1) *
                                    step,
                            1.6F * side, std::max(1.0F, step - gap)};
            const bool is_open = layer == view_.layer;
            figure_.shapes.emplace_back(Box{rect, is_open ? colours_.query : colours_.line,
                                            transparent, 0, std::min(2.0F, rect.height / 3)});
            SheetId sheet = here;
            sheet.layer = layer;
            figure_.titles.push_back({grown(rect, std::min(gap, step - rect.height) / 2), sheet});
        }
        return x + 1.6F * side + 1.2F * text;
    }
    /// A stage that every layer has, a lit one if there is any.
    static SheetId stage_of_layers(const std::vector<MapBox>& boxes) {
        SheetId found{Stage::Weights};
        for (const MapBox& box : boxes)
            if (box.is_lit && !is_of_all_layers(box.sheet.stage) && !box.sheet.is_cross)
                return box.sheet;
        return found;
    }

    const Document& document_;
    View view_;
    const CanvasOptions& options_;
    Theme colours_;
    Figure figure_;
};

} // namespace

Figure spotlight_map(const Document& document, const View& asked, const std::vector<LitSheet>& lit,
                     const CanvasOptions& options) {
    View view = within(document, asked);
    keep_part_inside(document, view);
    return MapStrip(document, view, options).draw(map_boxes(document, view, lit));
}

} // namespace attn::figure
